import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** Each sentence's marks stand at other words, which its number alone decides. */
const placeOf = (sentence: number, step: number, places: number): number => (sentence * step + step) % places;

/**
 * A sentence with marks in it: a pair of tags about one to three of its words, a placeholder before another word, and a tag alone before
 * a third; always the same ones for a number.
 * @param sentence number of the sentence in its set
 */
export const markedSentence = (text: string, language: string, sentence: number): Segment => {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ begin: index, end: index + segment.length }));
  if (words.length === 0) return [{ kind: 'text', text }];
  const first = placeOf(sentence, 3, words.length);
  const last = Math.min(words.length - 1, first + (sentence % 3));
  const beginOf = (word: number): number => words[word]?.begin ?? text.length;
  const blank = /\s/.test(text) ? ' ' : '';
  const inserted: { at: number; parts: SegmentPart[] }[] = [
    { at: beginOf(first), parts: [{ kind: 'open', id: 1 }] },
    { at: words[last]?.end ?? text.length, parts: [{ kind: 'close', id: 1 }] },
    {
      at: beginOf(placeOf(sentence, 5, words.length)),
      parts: [
        { kind: 'keep', text: `{value${sentence}}` },
        ...(blank === '' ? [] : [{ kind: 'text', text: blank } as const]),
      ],
    },
    { at: beginOf(placeOf(sentence, 7, words.length)), parts: [{ kind: 'single', id: 2 }] },
  ];
  const parts: SegmentPart[] = [];
  let done = 0;
  for (const { at, parts: marks } of inserted.toSorted((one, other) => one.at - other.at)) {
    parts.push({ kind: 'text', text: text.slice(done, at) }, ...marks);
    done = at;
  }
  parts.push({ kind: 'text', text: text.slice(done) });
  return joined(parts);
};

/** Texts that touch as one, and no empty ones. */
const joined = (parts: readonly SegmentPart[]): Segment => {
  const whole: SegmentPart[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    if (part.kind === 'text' && before?.kind === 'text')
      whole[whole.length - 1] = { kind: 'text', text: before.text + part.text };
    else if (part.kind !== 'text' || part.text !== '') whole.push(part);
  }
  return whole;
};

/** A mark as text, to be compared. */
const markOf = (part: SegmentPart): string[] => {
  if (part.kind === 'text') return [];
  return [part.kind === 'keep' ? part.text : `${part.kind} ${part.id}`];
};

const areNested = (parts: Segment): boolean => {
  const open: number[] = [];
  for (const part of parts) {
    if (part.kind === 'open') open.push(part.id);
    else if (part.kind === 'close' && open.pop() !== part.id) return false;
  }
  return open.length === 0;
};

/** The marks of a translation beside those of its source. */
export interface KeptMarks {
  /** Each mark is there once, and pairs are nested. */
  all: boolean;
  /** They come one after the other as in the source; false where one is missing. */
  inOrder: boolean;
  /** Each pair has words in it; false where a mark is missing. */
  aboutWords: boolean;
}

/** Compares the marks of a translation with those of its source. */
export const keptMarks = (source: Segment, translation: Segment): KeptMarks => {
  const [before, after] = [source.flatMap(markOf), translation.flatMap(markOf)];
  const all = areNested(translation) && before.toSorted().join('\n') === after.toSorted().join('\n');
  const aboutWords = (): boolean =>
    translation.every((part, index) => {
      if (part.kind !== 'open') return true;
      const end = translation.findIndex((other) => other.kind === 'close' && other.id === part.id);
      return translation.slice(index, end).some((inner) => inner.kind === 'text' && /[\p{L}\p{N}]/u.test(inner.text));
    });
  return { all, inOrder: all && before.join('\n') === after.join('\n'), aboutWords: all && aboutWords() };
};
