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
      /** Versions of which the newest is to be one; any version when omitted. */
      expectedVersions?: readonly number[];
      now: string;
    }
  | { type: 'DeleteGlossary'; expectedVersions?: readonly number[]; now: string };
