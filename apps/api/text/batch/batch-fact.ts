import type { KeyAccess } from '#libs/application/key-access.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import { joinedProvenance, type Provenance } from '#libs/domain/provenance.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { madeByNone } from '#libs/ports/inference/provenance-of.js';
import { treatmentOf } from '../translation/text-request.js';
import type { BatchItem } from './batch-item.js';

/** A text of a batch with its translation; a text that occurs twice is two items. */
export interface TranslatedItem extends BatchItem {
  model: string;
  provenance: Provenance;
  confidence: number;
  cached: boolean;
}

/** How each text of a batch is translated: it has no options for that. */
export const batchTreatment = { quality: 'balanced', formality: undefined, preserveFormatting: true } as const;

/** The code of ISO 639-2 for several languages. */
const severalLanguages = 'mul';

/** The common language; `und` for no languages at all. */
export const commonTo = (languages: Iterable<string>): string => {
  const [first = 'und', ...others] = new Set(languages);
  return others.length === 0 ? first : severalLanguages;
};

/** One fact of all that was translated in a request, since a request is one act. */
export const batchFact = (
  { organizationId, keyId }: KeyAccess,
  target: string,
  items: readonly TranslatedItem[],
): Extract<TextUsageEvent, { type: 'TextTranslated' }> => {
  const sum = (value: (item: TranslatedItem) => number) => items.reduce((total, item) => total + value(item), 0);
  const characterCount = sum((item) => item.characterCount);
  const models = new Set(items.map(({ model }) => model));
  return {
    type: 'TextTranslated',
    data: {
      organizationId,
      keyId,
      endpoint: 'batch',
      sourceLanguage: commonTo(items.map(({ source }) => source)),
      targetLanguage: target,
      detectedLanguage: commonTo(items.map(({ detected }) => detected)),
      domain: generalDomain,
      wordCount: sum((item) => item.wordCount),
      characterCount,
      model: models.size === 0 ? 'none' : [...models].sort().join(', '),
      confidence: characterCount === 0 ? 1 : sum((item) => item.confidence * item.characterCount) / characterCount,
      ...treatmentOf(batchTreatment),
      ...joinedProvenance([madeByNone, ...items.map(({ provenance }) => provenance)]),
      cached: items.length > 0 && items.every(({ cached }) => cached),
    },
  };
};
