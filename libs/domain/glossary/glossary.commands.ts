import type { StoredEntries } from './glossary.events.js';

export type GlossaryCommand =
  | {
      type: 'CreateGlossary';
      glossaryId: string;
      organizationId: string;
      name: string;
      sourceLanguage: string;
      targetLanguage: string;
      domain: string | null;
      entries: StoredEntries;
      now: string;
    }
  | {
      type: 'ReplaceGlossaryEntries';
      entries: StoredEntries;
      /** Versions that the caller may replace, when the newest is one of them; any version when omitted. */
      expectedVersions?: readonly number[];
      now: string;
    }
  | { type: 'DeleteGlossary'; now: string };
