/** Columns that a viewer reads at a glance; a longer line is broken even if the source's was not. */
export const comfortableLine = 42;
/** Columns that a viewer reads in a second, at most. */
const readingSpeed = 20;

export const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Width of a text in columns: an East Asian character takes two, and as long to read as two others. */
export const columnsOf = (text: string): number => text.length + text.split(eastAsian).length - 1;

/** Columns that fit in a cue of two lines, and can be read while it is shown. */
export const roomOf = ({ start, end }: { start: number; end: number }): number => {
  const milliseconds = end - start;
  return milliseconds > 0 ? Math.min(2 * comfortableLine, (milliseconds / 1000) * readingSpeed) : 2 * comfortableLine;
};
