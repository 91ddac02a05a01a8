import type { ResponseCache } from '#libs/limits/limits.port.js';
import type { Engines } from '../engines.js';
import { cacheKey } from './cache-key.js';
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
    request.text,
  ]);

const read = (stored: Uint8Array): TranslatedText => JSON.parse(Buffer.from(stored).toString());

const store = async (cache: ResponseCache, key: string, translated: TranslatedText): Promise<void> =>
  cache.set(key, Buffer.from(JSON.stringify(translated)));

/** What this node has translated for the organization already, or else the translation, which it then remembers. */
export const cachedTranslation = async (
  { inference, cache }: Pick<Engines, 'inference' | 'cache'>,
  organizationId: string,
  request: TextToTranslate,
): Promise<CacheableTranslation> => {
  const { pair, quality, text } = request;
  if (cache === undefined || pair === undefined || isBlank(text)) {
    return { ...(await translateText(inference, request)), cached: false };
  }
  const model = inference.modelName(pair, quality);
  const key = keyOf(organizationId, request, pair.source, pair.target, model);
  const stored = await cache.get(key);
  if (stored !== undefined) return { ...read(stored), cached: true };
  const translated = await translateText(inference, request);
  // Another model may have stood in for one that failed: its answer is not this one's.
  if (translated.model === model) await store(cache, key, translated);
  return { ...translated, cached: false };
};
