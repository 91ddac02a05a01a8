import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences';

describe('sentences of a text', () => {
  it.each(['', '  \n', 'One. Two!  Three?\n\nFour', '\tIndented. ', '家は大きい。猫は小さい。', 'a\r\nb'])(
    'joined they are the text: %j',
    (text) => {
      const joined = sentencesOf(text).map(({ before, text: sentence, after }) => before + sentence + after);
      expect(joined.join('')).toBe(text);
    },
  );

  it('white space is beside the sentences', () => {
    expect(sentencesOf('One. Two.', 'en').map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });
});
