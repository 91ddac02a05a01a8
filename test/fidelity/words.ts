import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import { sortedWords } from '#libs/documents/formats/suite-translations.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** How often each word stands in a file. */
export type WordCounts = Map<string, number>;

/** Counts of words: those of the source, and those that the other file lacks or has too often. */
export interface WordsMoved {
  words: number;
  wrong: number;
  /** Segments of the other file whose tags do not pair. */
  unpaired: number;
}

/** Whether every tag of a segment opens and closes once, within those around it. */
export const tagsPair = (segment: Segment): boolean => {
  const open: number[] = [];
  for (const part of segment) {
    if (part.kind === 'open') open.push(part.id);
    if (part.kind === 'close' && open.pop() !== part.id) return false;
  }
  return open.length === 0;
};

export const countWords = async (
  extraction: AsyncIterable<ExtractedSegment[]>,
): Promise<{ counts: WordCounts; unpaired: number }> => {
  const counts: WordCounts = new Map();
  let unpaired = 0;
  for await (const segments of extraction) {
    for (const { parts } of segments) {
      if (!tagsPair(parts)) unpaired += 1;
      for (const word of sortedWords([parts])) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return { counts, unpaired };
};

/** Compares the words of two files in whatever order they stand. */
export const compareWords = (source: WordCounts, other: WordCounts): Omit<WordsMoved, 'unpaired'> => {
  let words = 0;
  let wrong = 0;
  for (const word of new Set([...source.keys(), ...other.keys()])) {
    const [one, two] = [source.get(word) ?? 0, other.get(word) ?? 0];
    words += one;
    wrong += Math.abs(one - two);
  }
  return { words, wrong };
};

/** The different words of letters in a text, at least two letters long. */
export const lettersWords = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  );

/** Whether a word is there; poppler joins the halves of `cold-pressed` where a line ends between them. */
export const hasWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || Array.from(word).some((_letter, at) => words.has(word.slice(0, at)) && words.has(word.slice(at)));
