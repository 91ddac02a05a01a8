/** UTF-16 code units of a segment, at most: the size that engines take at once, some 300 words. */
export const maxSegmentLength = 2000;

/** UTF-16 code units that `cutPoint` looks at: the segment and a little of the text behind it. */
export const cutWindow = maxSegmentLength + 64;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(«"'])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Sra|Jr|Mme|Hr|Fr|No|Nr|Nos|vs|etc|approx|ca|cf|al|fig|Fig|Abs|Art|vol|pp|bzw|e\.g|i\.e|z\.B|d\.h|p\.ej)\.\s*$/u;

/**
 * The place to cut a text that is longer than a segment may be: after the last sentence end that fits, else after the
 * last white space, else between two characters. Depends on the first `cutWindow` code units alone.
 */
export const cutPoint = (text: string): number => {
  const window = text.slice(0, cutWindow);
  const fits = window.slice(0, maxSegmentLength);
  let best = 0;
  for (const { index } of sentences.segment(window)) {
    if (index > maxSegmentLength) break;
    if (!abbreviation.test(fits.slice(Math.max(0, index - 16), index))) best = index;
  }
  if (best > maxSegmentLength / 4) return best;
  const space = fits.search(/\s\S*$/);
  if (space > maxSegmentLength / 4) return space + 1;
  return characterStart(window, maxSegmentLength);
};

/** The last place up to `at` that is neither within a surrogate pair nor before a combining mark. */
const characterStart = (text: string, at: number): number => {
  for (let start = at; start > at - 32; start -= 1) {
    if (!isLowSurrogate(text, start) && !/^[\p{M}\u200d]/u.test(text.slice(start, start + 2))) return start;
  }
  return at;
};

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
