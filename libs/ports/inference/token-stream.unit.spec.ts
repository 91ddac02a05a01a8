import { describe, expect, it } from 'vitest';
import { TokenStream, tokensOf } from './token-stream.js';

const end = (confidence: number) => ({ confidence, model: 'm' });

describe('token stream', () => {
  it.each([
    ['The black  cat.\n', ['The ', 'black  ', 'cat.\n']],
    ['  a', ['  ', 'a']],
    [' ', [' ']],
    ['', []],
  ])('the text %j is cut into words with the white space after them: %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('the tokens of each text are passed on, and then the end', async () => {
    async function* texts() {
      yield 'a b ';
      yield 'c';
      return 0.5;
    }
    const { tokens, done } = new TokenStream(texts(), end);
    expect(await Array.fromAsync(tokens)).toEqual(['a ', 'b ', 'c']);
    expect(await done).toEqual({ confidence: 0.5, model: 'm' });
  });

  it('no text is taken before the tokens of the last one are read', async () => {
    let taken = 0;
    async function* texts(): AsyncGenerator<string, number> {
      for (;;) {
        taken += 1;
        yield 'a b ';
      }
    }
    const reader = new TokenStream(texts(), end).tokens[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    expect(taken).toBe(1);
    await reader.next();
    expect(taken).toBe(2);
  });

  it('the reader and the end fail with the error of a text', async () => {
    const error = new Error('broken');
    async function* texts(): AsyncGenerator<string, number> {
      yield 'a';
      throw error;
    }
    const { tokens, done } = new TokenStream(texts(), end);
    await expect(Array.fromAsync(tokens)).rejects.toBe(error);
    await expect(done).rejects.toBe(error);
  });

  it('the texts end when the reader leaves', async () => {
    let isEnded = false;
    async function* texts(): AsyncGenerator<string, number> {
      try {
        for (;;) yield 'a ';
      } finally {
        isEnded = true;
      }
    }
    const { tokens, done } = new TokenStream(texts(), end);
    for await (const token of tokens) if (token === 'a ') break;
    expect(isEnded).toBe(true);
    await expect(done).rejects.toThrow('reader left');
  });
});
