import { cacheKey } from './cache-key.js';
import type { TextEngines } from './text-engines.js';
import { isBlank, type TextToTranslate, type TranslatedText, translateText } from './text-translation.js';

export interface CacheableTranslation extends TranslatedText {
  cached: boolean;
}

/** The text in the form and the language that the engine is asked in: all that its answer depends on. */
const keyOf = (organizationId: string, request: TextToTranslate, source: string, target: string, model: string) =>
  cacheKey([
    organizationId,
    model,
    source,
    target,
    request.domain,
    request.formality,
    request.quality,
    String(request.preserveFormatting),
    request.glossary?.id,
    request.glossary && String(request.glossary.version),
    request.text,
  ]);

const read = (stored: Uint8Array): TranslatedText => JSON.parse(Buffer.from(stored).toString());

/** The place of one translation in the cache. */
export interface CachePlace {
  /** What this node has translated already. */
  recall(): Promise<TranslatedText | undefined>;
  remember(translated: TranslatedText): Promise<void>;
}

/** Undefined for a translation that is not kept. */
export const cachePlaceOf = (
  { inference, cache }: Pick<TextEngines, 'inference' | 'cache'>,
  organizationId: string,
  request: TextToTranslate,
): CachePlace | undefined => {
  const { pair, quality, text } = request;
  if (cache === undefined || pair === undefined || isBlank(text)) return undefined;
  const model = inference.modelName(pair, quality);
  const key = keyOf(organizationId, request, pair.source, pair.target, model);
  return {
    recall: async () => {
      const stored = await cache.get(key);
      return stored === undefined ? undefined : read(stored);
    },
    remember: async (translated) => {
      // Another model may have stood in for one that failed: its answer is not this one's.
      if (translated.model === model) await cache.set(key, Buffer.from(JSON.stringify(translated)));
    },
  };
};

/** What this node has translated for the organization already, or else the translation, which it then remembers. */
export const cachedTranslation = async (
  engines: Pick<TextEngines, 'inference' | 'cache'>,
  organizationId: string,
  request: TextToTranslate,
): Promise<CacheableTranslation> => {
  const place = cachePlaceOf(engines, organizationId, request);
  const recalled = await place?.recall();
  if (recalled !== undefined) return { ...recalled, cached: true };
  const translated = await translateText(engines.inference, request);
  await place?.remember(translated);
  return { ...translated, cached: false };
};
