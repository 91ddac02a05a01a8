import type { TokenStreamEnd, TokenStreamResult } from './inference.port.js';

/** Splits a text into words, each with the white space after it. */
export const tokensOf = (text: string): string[] => text.match(/^\s+|\S+\s*/gu) ?? [];

/**
 * Passes texts on as tokens. No text is taken from the source before the reader asks for it, so that a slow reader
 * holds the source back; a reader that leaves ends the source, and `done` then rejects.
 */
export class TokenStream implements TokenStreamResult {
  readonly tokens: AsyncIterable<string>;
  readonly done: Promise<TokenStreamEnd>;

  constructor(texts: AsyncGenerator<string, number, undefined>, end: (confidence: number) => TokenStreamEnd) {
    const { promise, resolve, reject } = Promise.withResolvers<TokenStreamEnd>();
    this.done = promise;
    // The reader of the tokens sees the error there; `done` may be left alone.
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
