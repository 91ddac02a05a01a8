import { describe, expect, it } from 'vitest';
import { compactFont } from './compact-font.fixture.js';
import { encodingOfCompactFont } from './compact-font.js';

/** The strings 391 and 392, and 66 (`a`), 67 (`b`) and 228 (`zcaron`) of those that every font has. */
const strings = ['T_h', 'alpha'];
const read = (charset: readonly number[], encoding: readonly number[], glyphs = 4) =>
  encodingOfCompactFont(compactFont(strings, charset, encoding, glyphs));

describe('the encoding of a compact font', () => {
  it.each([
    ['codes one by one', [0, 1, 135, 0, 66, 0, 228], [0, 3, 1, 2, 3], ['Th', 'a', 'ž']],
    ['ranges of codes and of strings', [1, 0, 66, 1, 1, 136, 0], [1, 2, 1, 1, 3, 0], ['a', 'b', 'α']],
    ['long ranges of strings', [2, 0, 66, 0, 2], [1, 1, 1, 2], ['a', 'b', 'c']],
    ['figures and ligatures', [0, 0, 248, 1, 10, 1, 12], [0, 3, 1, 2, 3], ['9', 'ff', 'ffl']],
    ['further codes', [0, 0, 66, 0, 67, 0, 68], [128, 2, 1, 2, 1, 3, 1, 136], ['a', 'b', 'α']],
  ])('is read from %s', (_what, charset, encoding, expected) => {
    expect(read(charset, encoding)?.slice(1, 4)).toEqual(expected);
  });

  it('is the standard one where the font says so', () => {
    const standard = compactFont(strings, [0, 0, 66], [], 2);
    // The place of its encoding: 0 is the standard one, 1 the expert one.
    const place = standard.indexOf(16) - 1;
    standard.set([0, 0], place - 1);
    expect(encodingOfCompactFont(standard)?.[0x61]).toBe('a');
    standard.set([0, 1], place - 1);
    expect(encodingOfCompactFont(standard)).toBeUndefined();
  });

  it('is none of a font that is cut off anywhere, and no error', () => {
    const whole = compactFont(strings, [0, 1, 135, 0, 66, 0, 228], [0, 3, 1, 2, 3], 4);
    for (let length = 0; length < whole.length - 6; length += 1)
      expect(() => encodingOfCompactFont(whole.subarray(0, length))).not.toThrow();
    expect(encodingOfCompactFont(whole.subarray(0, 20))).toBeUndefined();
  });
});
