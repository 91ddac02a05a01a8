import { tokensOf } from '#libs/ports/inference/token-stream.js';
import type { AppliedTerm } from '#libs/text/glossary/term-tally.js';
import { cachePlaceOf } from '../text/translation/cached-translation.js';
import type { TextEngines } from '../text/translation/text-engines.js';
import type { TextToTranslate, TranslatedText } from '../text/translation/text-translation.js';
import { textTokens } from './text-tokens.js';

/** The properties of a translation except its text. */
export interface TranslationEnd extends Omit<TranslatedText, 'translation'> {
  cached: boolean;
  terms?: readonly AppliedTerm[];
}

/**
 * The tokens of the result of `cachedTranslation` for the same request. A result of the engine is cached when all
 * of it has come.
 */
export async function* translationTokens(
  engines: Pick<TextEngines, 'inference' | 'cache'>,
  organizationId: string,
  request: TextToTranslate,
): AsyncGenerator<string, TranslationEnd, undefined> {
  const { pair, text } = request;
  if (pair === undefined) {
    yield* tokensOf(text);
    return { confidence: 1, model: 'none', cached: false };
  }
  const place = cachePlaceOf(engines, organizationId, request);
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
        await place?.remember({ ...next.value, translation });
        return { ...next.value, cached: false };
      }
      translation += next.value;
      yield next.value;
    }
  } finally {
    await tokens.return({ confidence: 0, model: '' });
  }
}
