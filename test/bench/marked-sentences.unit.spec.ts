import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { keptMarks, markedSentence } from './marked-sentences.js';

const bare = (segment: Segment): string => segment.map((part) => (part.kind === 'text' ? part.text : '')).join('');

describe('a marked sentence', () => {
  it('has a pair about words, a placeholder and a tag alone, the same each time', () => {
    const marked = markedSentence('The cat sat on the mat.', 'en', 4);
    expect(marked).toEqual([
      { kind: 'text', text: 'The ' },
      { kind: 'keep', text: '{value4}' },
      { kind: 'text', text: ' cat sat ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'on the' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' ' },
      { kind: 'single', id: 2 },
      { kind: 'text', text: 'mat.' },
    ]);
    expect(markedSentence('The cat sat on the mat.', 'en', 4)).toEqual(marked);
  });

  it.each([
    ['en', 'Dr. Ehud Ur said on Monday, "We have 4-month-old mice."'],
    ['ja', '月曜日に、研究者たちは新しい診断ツールを発表した。'],
    ['en', 'Word'],
    ['en', '…'],
  ])('keeps its text and nests its tags, in %s: %s', (language, text) => {
    for (let sentence = 0; sentence < 60; sentence += 1) {
      const marked = markedSentence(text, language, sentence);
      expect(bare(marked).replace('  ', ' ').trim()).toContain(text.slice(0, 1));
      expect(bare(marked).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(keptMarks(marked, marked)).toEqual({ all: true, inOrder: true, aboutWords: true });
    }
  });
});

describe('marks', () => {
  const open = { kind: 'open', id: 1 } as const;
  const close = { kind: 'close', id: 1 } as const;
  const keep = { kind: 'keep', text: '{value1}' } as const;
  const words = { kind: 'text', text: 'words' } as const;
  const blank = { kind: 'text', text: ' , ' } as const;
  const source: Segment = [open, words, close, blank, keep];

  it.each<[name: string, translation: Segment, all: boolean, inOrder: boolean, aboutWords: boolean]>([
    ['kept', [words, open, words, close, keep], true, true, true],
    ['kept in another order', [keep, open, words, close], true, false, true],
    ['kept about nothing', [words, open, blank, close, keep], true, true, false],
    ['not all kept', [open, words, close], false, false, false],
    ['kept twice', [open, words, close, keep, keep], false, false, false],
    ['turned around', [close, words, open, keep], false, false, false],
    ['another placeholder', [open, words, close, { kind: 'keep', text: '{value2}' }], false, false, false],
  ])('%s', (_, translation, all, inOrder, aboutWords) => {
    expect(keptMarks(source, translation)).toEqual({ all, inOrder, aboutWords });
  });
});
