import { madeByNone } from '#libs/ports/inference/provenance-of.js';
import { tokensOf } from '#libs/ports/inference/token-stream.js';
import type { AppliedTerm } from '#libs/text/glossary/term-tally.js';
import { cachedTranslation, cachePlaceOf } from '../text/translation/cached-translation.js';
import type { TextEngines } from '../text/translation/text-engines.js';
import type { TextToTranslate, TranslatedText } from '../text/translation/text-translation.js';
import { textTokens } from './text-tokens.js';

/** The properties of a translation except its text. */
export interface TranslationEnd extends Omit<TranslatedText, 'translation'> {
  cached: boolean;
  terms?: readonly AppliedTerm[];
}

/** The result of `cachedTranslation` in tokens, for one who wants it whole: no token comes before the last is known. */
export async function* wholeTranslation(
  engines: Pick<TextEngines, 'inference' | 'cache'>,
  request: TextToTranslate,
): AsyncGenerator<string, TranslationEnd, undefined> {
  const { translation, ...end } = await cachedTranslation(engines, request);
  yield* tokensOf(translation);
  return end;
}

/**
 * The translation in tokens as the engine makes them: that of `cachedTranslation` where the engine streams the same
 * text. A result of the engine is cached when all of it has come.
 */
export async function* translationTokens(
  engines: Pick<TextEngines, 'inference' | 'cache'>,
  request: TextToTranslate,
): AsyncGenerator<string, TranslationEnd, undefined> {
  const { pair, text } = request;
  if (pair === undefined) {
    yield* tokensOf(text);
    return { confidence: 1, model: 'none', provenance: madeByNone, cached: false };
  }
  const place = cachePlaceOf(engines, request, 'streamed');
  const recalled = await place?.recall();
  if (recalled !== undefined) {
    const { translation, ...end } = recalled;
    yield* tokensOf(translation);
    return { ...end, cached: true };
  }
  const tokens = textTokens(engines.inference, request, pair);
  let translation = '';
  try {
    for (;;) {
      const next = await tokens.next();
      if (next.done === true) {
        const { isOtherText = false, ...end } = next.value;
        if (!isOtherText) await place?.remember({ ...end, translation });
        return { ...end, cached: false };
      }
      translation += next.value;
      yield next.value;
    }
  } finally {
    await tokens.return({ confidence: 0, model: '', provenance: {} });
  }
}
