import { isDeepStrictEqual } from 'node:util';
import { cacheKey } from './cache-key.js';
import type { TextEngines } from './text-engines.js';
import { isBlank, type TextToTranslate, type TranslatedText, translateText } from './text-translation.js';

export interface CacheableTranslation extends TranslatedText {
  cached: boolean;
}

/** The cache key: text and languages in the form sent to the engine, which is all that its result depends on. */
const keyOf = (request: TextToTranslate, source: string, target: string, model: string, hashes: readonly string[]) =>
  cacheKey([
    request.organizationId,
    model,
    hashes.join(' '),
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

/** The cache entry of one translation. */
export interface CachePlace {
  /** Resolves to the translation, if this node has cached it. */
  recall(): Promise<TranslatedText | undefined>;
  remember(translated: TranslatedText): Promise<void>;
}

/** Undefined for a translation that is not cached. */
export const cachePlaceOf = (
  { inference, cache }: Pick<TextEngines, 'inference' | 'cache'>,
  request: TextToTranslate,
  form: 'whole' | 'streamed',
): CachePlace | undefined => {
  const { pair, quality, text } = request;
  if (cache === undefined || pair === undefined || isBlank(text)) return undefined;
  const model = inference.modelName(pair, quality);
  // A streamed translation has an entry of its own where it may be another text.
  const isApart = form === 'streamed' && !inference.streamsSameText(pair, quality);
  const hashes = inference.modelHashes(pair, quality);
  const key = keyOf(request, pair.source, pair.target, isApart ? `${model} streamed` : model, hashes);
  return {
    recall: async () => {
      const stored = await cache.get(key);
      if (stored === undefined) return undefined;
      const translated = read(stored);
      return { ...translated, provenance: { ...translated.provenance, engines: [] } };
    },
    remember: async (translated) => {
      // Another model may have stood in for one that failed, or taken its place; its result does not belong under this key.
      const isOfKey = translated.model === model && isDeepStrictEqual(translated.provenance.modelSha256 ?? [], hashes);
      if (isOfKey) await cache.set(key, Buffer.from(JSON.stringify(translated)));
    },
  };
};

/** The translation that this node has cached for the organization, or else a new one, which it then caches. */
export const cachedTranslation = async (
  engines: Pick<TextEngines, 'inference' | 'cache'>,
  request: TextToTranslate,
): Promise<CacheableTranslation> => {
  const place = cachePlaceOf(engines, request, 'whole');
  const recalled = await place?.recall();
  if (recalled !== undefined) return { ...recalled, cached: true };
  const translated = await translateText(engines.inference, request);
  await place?.remember(translated);
  return { ...translated, cached: false };
};
