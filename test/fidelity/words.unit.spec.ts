import { describe, expect, it } from 'vitest';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { compareWords, countWords, hasWord, lettersWords, tagsPair } from './words.js';

describe('words', () => {
  const bold: Segment = [
    { kind: 'text', text: 'one ' },
    { kind: 'open', id: 1 },
    { kind: 'text', text: 'two' },
    { kind: 'close', id: 1 },
    { kind: 'text', text: ' one' },
  ];

  async function* extraction(...segments: Segment[]): AsyncGenerator<ExtractedSegment[]> {
    yield segments.map((parts) => ({ role: 'body' as const, parts }));
  }

  it('words of a file are counted in whatever order they stand, and those that are wrong', async () => {
    const source = await countWords(extraction(bold));
    const turned = await countWords(extraction([{ kind: 'text', text: 'one one two' }]));
    expect(compareWords(source.counts, turned.counts)).toEqual({ words: 3, wrong: 0 });
    const glued = await countWords(extraction([{ kind: 'text', text: 'one onetwo' }]));
    expect(compareWords(source.counts, glued.counts)).toEqual({ words: 3, wrong: 3 });
  });

  it('a word is there, too, as the two halves that a program drew without their hyphen', () => {
    const words = lettersWords('cold-pressed oil');
    expect(['oil', 'coldpressed', 'coldoils', 'press'].map((word) => hasWord(words, word))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('tags pair, or their segment is counted', async () => {
    expect(tagsPair(bold)).toBe(true);
    expect(tagsPair(bold.slice(0, 3))).toBe(false);
    expect(tagsPair(bold.slice(2))).toBe(false);
    expect(await countWords(extraction(bold, bold.slice(2)))).toMatchObject({ unpaired: 1 });
  });

  it('the words of a drawn page are those of two letters and more, in lower case', () => {
    expect([...lettersWords('The ﬁle, a 12 the')]).toEqual(['the', 'file']);
  });
});
