import type { InlineItem } from '../inline/inline-run.js';
import type { CueSyntax } from '../subtitles/cue-text.js';
import { beginsAnew, withSignsApart } from '../subtitles/line-signs.js';
import { joinLines } from '../subtitles/subtitle-lines.js';

/** Markup that players know: HTML-like styles, and override blocks as in ASS (`{\an8}`). Any other `<word>` is text. */
export const srtMarkup = /<(\/?)(i|b|u|s|em|strong|font|span|c|ruby|rt)(?:[\s.][^<>]*)?>|\{\\[^{}]*\}/gi;

/** The texts and tags of one line of a cue. */
const itemsOfLine = (line: string): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) items.push({ kind: 'text', raw: line.slice(from, to) });
  };
  for (const found of line.matchAll(srtMarkup)) {
    addText(found.index);
    const [raw, slash, name] = found;
    from = found.index + raw.length;
    if (name === undefined) items.push({ kind: 'single', raw });
    else items.push({ kind: slash === '/' ? 'close' : 'open', name: name.toLowerCase(), raw });
  }
  addText(line.length);
  return withSignsApart(items);
};

const wordJoiner = '\u2060';

/** Subtitles have no escapes: an invisible word joiner keeps a text from being read as markup or as a time line. */
const escapeMarkup = (text: string): string =>
  text
    .replace(srtMarkup, (found) => `${found[0]}${wordJoiner}${escapeMarkup(found.slice(1))}`)
    .replaceAll('-->', `--${wordJoiner}>`);

export const srtSyntax: CueSyntax = {
  itemsOfLine,
  beginsAnew: (line) => beginsAnew(line.replace(srtMarkup, '')),
  decode: joinLines,
  encode: escapeMarkup,
  edgeSpace: { start: /^\s+/, end: /\s+$/ },
};
