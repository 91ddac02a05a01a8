import { expect, it } from 'vitest';
import { SegmentWords } from './recall.js';

const missing = (texts: string[], drawn: string, isSheet = false): string[] => {
  const words = new SegmentWords();
  for (const text of texts) words.add([{ kind: 'text', text }]);
  return words.recall(drawn, isSheet).missing;
};

it('words that are drawn and in no segment are missing', () => {
  expect(missing(['Read the manual.'], 'Read the other manual')).toEqual(['other']);
  const words = new SegmentWords();
  words.add([{ kind: 'text', text: '開発者の会社' }]);
  expect(words.recall('Read 会社 開発 of', false)).toEqual({ words: 4, missing: ['read', 'of'] });
});

it('text without spaces is found wherever a line ends in it', () => {
  expect(missing(['開発者以外も想定、している'], '開発者以\n外も想\n定 している')).toEqual([]);
  expect(missing(['FOSSの開発者、以外も想定'], '開発者、以外「も」\nFOSS の\n開発会社')).toEqual(['開発会社']);
});

it('a word on two lines is found, and a part of it elsewhere in the drawing is none', () => {
  expect(missing(['The supplier upstream'], 'The supplier upstr\neam')).toEqual([]);
  expect(missing(['The supplier upstream'], 'The supplier upstr')).toEqual(['upstr']);
});

it('a word that a hyphen cuts at the end of a column is found where it goes on, and a lone part of it is none', () => {
  expect(missing(['All the structure of it'], 'All the struc-\nOf a note\n\fture of it')).toEqual(['note']);
  expect(missing(['All the structure of it'], 'All the struc-\nOf a note')).toEqual(['struc', 'note']);
});

it('the beginning of a word is that word in a narrow cell, and nowhere else', () => {
  expect(missing(['Apple licences'], 'Apple licen', true)).toEqual([]);
  expect(missing(['Apple licences'], 'Apple licen')).toEqual(['licen']);
  expect(missing(['Apple licences'], 'ap ences', true)).toEqual(['ap', 'ences']);
});
