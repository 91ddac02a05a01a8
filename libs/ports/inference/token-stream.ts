import type { TokenStreamResult } from './inference.port.js';

type End = Awaited<TokenStreamResult['done']>;

/** Words, each with the white space after it. */
export const tokensOf = (text: string): string[] => text.match(/^\s+|\S+\s*/gu) ?? [];

/**
 * Texts as they come, given on as tokens. Nothing is taken from the texts before it is read here, so that a
 * slow reader holds them back; a reader that leaves ends them, and `done` then rejects.
 */
export class TokenStream implements TokenStreamResult {
  readonly tokens: AsyncIterable<string>;
  readonly done: Promise<End>;

  constructor(texts: AsyncGenerator<string, number, undefined>, end: (confidence: number) => End) {
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    this.done = promise;
    // Whoever reads the tokens sees the error there; `done` may be left alone.
    promise.catch(() => undefined);
    this.tokens = (async function* () {
      try {
        for (;;) {
          const next = await texts.next();
          if (next.done === true) {
            resolve(end(next.value));
            return;
          }
          yield* tokensOf(next.value);
        }
      } catch (error) {
        reject(error);
        throw error;
      } finally {
        reject(new Error('The reader left before the end of the stream'));
        await texts.return(0);
      }
    })();
  }
}
