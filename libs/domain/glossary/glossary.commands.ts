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
  | { type: 'ReplaceGlossaryEntries'; entries: StoredEntries; now: string }
  | { type: 'DeleteGlossary'; now: string };
