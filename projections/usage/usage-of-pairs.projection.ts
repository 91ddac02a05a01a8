import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { projection, type Rows } from '#libs/read-side/projection/projection.port.js';
import { dayOf, type UsageAmounts } from './counted-acts.js';
import type { UsageOfPairEntity } from './usage-of-pair.entity.js';

const count = (
  rows: Rows<UsageOfPairEntity>,
  metadata: EventMetadata,
  { sourceLanguage, targetLanguage }: { sourceLanguage: string; targetLanguage: string },
  amounts: UsageAmounts,
): void => {
  const { organizationId: organization_id } = metadata;
  const pair = { source_language: sourceLanguage, target_language: targetLanguage };
  rows.add({ organization_id, day: dayOf(metadata), ...pair }, { ...amounts });
};

/** Translations and their characters of each organization, day and pair of languages. */
export const usageOfPairs = projection<
  UsageOfPairEntity,
  'TextTranslated' | 'TextStreamEnded' | 'DocumentTranslationRequested' | 'DocumentTranslationCompleted'
>({
  name: 'usage-of-pairs',
  version: 1,
  table: 'read_model.usage_of_pair',
  primaryKey: ['organization_id', 'day', 'source_language', 'target_language'],
  onFailure: 'park',
  handlers: {
    TextTranslated: (rows, { data, metadata }) =>
      count(rows, metadata, data, { requests: 1, characters: data.characterCount }),
    TextStreamEnded: (rows, { data, metadata }) =>
      count(rows, metadata, data, { requests: 1, characters: data.countedCharacters }),
    DocumentTranslationRequested: (rows, { data, metadata }) =>
      count(rows, metadata, data, { requests: 1, characters: 0 }),
    DocumentTranslationCompleted: (rows, { data, metadata }) =>
      count(rows, metadata, data, { requests: 0, characters: data.characterCount }),
  },
});
