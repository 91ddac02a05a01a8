import type { InlineItem } from '../inline/inline-run.js';

/** Markup that players know: HTML-like styles, and override blocks as in ASS (`{\an8}`). Any other `<word>` is text. */
const markup = /<(\/?)(i|b|u|s|em|strong|font|span|c|ruby|rt)(?:[\s.][^<>]*)?>|\{\\[^{}]*\}/gi;
/** A change of speaker, a list or a song, where a line begins; the sign stays where it is. */
const lead = /^(?:[-–—•♪♫#]\s*)+/;
const tail = /(?:\s*[♪♫#])+$/;

const plainLine = (line: string): string => line.replace(markup, '').trimStart();

/** Whether a line of a cue begins something of its own, and does not go on the line before. */
export const beginsAnew = (line: string): boolean => lead.test(plainLine(line));

/** The texts and tags of one line of a cue. */
export const itemsOfLine = (line: string): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) items.push({ kind: 'text', raw: line.slice(from, to) });
  };
  for (const found of line.matchAll(markup)) {
    addText(found.index);
    const [raw, slash, name] = found;
    from = found.index + raw.length;
    if (name === undefined) items.push({ kind: 'single', raw });
    else items.push({ kind: slash === '/' ? 'close' : 'open', name: name.toLowerCase(), raw });
  }
  addText(line.length);
  return withSignsApart(items);
};

/** Signs at the ends of a line, which are no part of its sentence, as tags. */
const withSignsApart = (items: InlineItem[]): InlineItem[] => {
  const first = items.findIndex(({ kind, raw }) => kind === 'text' && raw.trim() !== '');
  const last = items.findLastIndex(({ kind, raw }) => kind === 'text' && raw.trim() !== '');
  return items.flatMap((item, at): InlineItem[] => {
    let { raw } = item;
    const before = at === first ? lead.exec(raw.trimStart())?.[0] : undefined;
    const space = raw.length - raw.trimStart().length;
    const start = before ? raw.slice(0, space + before.length) : '';
    raw = raw.slice(start.length);
    const after = at === last && /[♪♫#]$/.test(raw.trimEnd().slice(-1)) ? tail.exec(raw.trimEnd()) : null;
    const end = after ? raw.slice(after.index) : '';
    if (start === '' && end === '') return [item];
    const parts: InlineItem[] = [
      { kind: 'single', raw: start },
      { kind: 'text', raw: raw.slice(0, raw.length - end.length) },
      { kind: 'single', raw: end },
    ];
    return parts.filter((part) => part.raw !== '');
  });
};

const wordJoiner = '\u2060';

/** Subtitles have no escapes: an invisible word joiner keeps a text from being read as markup or as a time line. */
export const escapeMarkup = (text: string): string =>
  text.replace(markup, (found) => `${found[0]}${wordJoiner}${found.slice(1)}`).replaceAll('-->', `--${wordJoiner}>`);
