import type { InlineItem } from '../inline/inline-run.js';

/** A change of speaker, a list or a song, where a line begins; the sign stays where it is. */
const lead = /^(?:[-–—•♪♫#]\s*)+/;
const signsOfMusic = '♪♫#';

/** Whether a line, without its markup, begins something of its own, and does not go on the line before. */
export const beginsAnew = (plainLine: string): boolean => lead.test(plainLine.trimStart());

/** Where the signs of music and the white space between them begin that end a line. */
const tailOf = (line: string): number => {
  let at = line.length;
  for (;;) {
    const end = line.slice(0, at).trimEnd().length;
    if (end === 0 || !signsOfMusic.includes(line[end - 1] ?? ' ')) return at;
    at = end - 1;
  }
};

/** The items of a line with the signs at its ends, which are no part of its sentence, as tags. */
export const withSignsApart = (items: readonly InlineItem[]): InlineItem[] => {
  const first = items.findIndex(({ kind, raw }) => kind === 'text' && raw.trim() !== '');
  const last = items.findLastIndex(({ kind, raw }) => kind === 'text' && raw.trim() !== '');
  return items.flatMap((item, at): InlineItem[] => {
    let { raw } = item;
    const before = at === first ? lead.exec(raw.trimStart())?.[0] : undefined;
    const space = raw.length - raw.trimStart().length;
    const start = before ? raw.slice(0, space + before.length) : '';
    raw = raw.slice(start.length);
    const text = raw.trimEnd();
    const tail = at === last ? tailOf(text) : text.length;
    const end = tail < text.length ? raw.slice(tail) : '';
    if (start === '' && end === '') return [item];
    const parts: InlineItem[] = [
      { kind: 'single', raw: start },
      { kind: 'text', raw: raw.slice(0, raw.length - end.length) },
      { kind: 'single', raw: end },
    ];
    return parts.filter((part) => part.raw !== '');
  });
};
