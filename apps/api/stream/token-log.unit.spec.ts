import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TokenLog } from './token-log.js';

it('the log returns every token as it came, at any time, and all of them as one text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 300 }), (tokens) => {
      const log = new TokenLog();
      for (const [index, token] of tokens.entries()) {
        log.add(token);
        expect(log.at(index)).toBe(token);
      }
      expect(log.length).toBe(tokens.length);
      expect(tokens.map((_, index) => log.at(index))).toEqual(tokens);
      expect(log.text).toBe(tokens.join(''));
    }),
    { seed: 20_261_121 },
  );
});

it('a token that has not come cannot be read', () => {
  const log = new TokenLog();
  log.add('a');
  expect(() => log.at(1)).toThrow(RangeError);
  expect(() => log.at(-1)).toThrow(RangeError);
});
