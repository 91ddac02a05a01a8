import { htmlTag } from '#libs/text/segments/html-tag.js';
import { blockSpan, blocksIn } from '#libs/text/segments/program-spans.js';
import { commandLines } from './command-value.js';

/** Tags of HTML, also numbered ones (`<0>`, of React), comments, character references, and white space that parts lines. */
const markup = [
  String.raw`(?<tag>${htmlTag}|<\/?\d{1,3}\s?\/?>)`,
  '(?<comment><!--[^]{0,500}?-->)',
  String.raw`(?<entity>&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)`,
];

/** Source of a regular expression, with the flag `u`, that finds what a value has beside its words. */
export const valueMarkup: string = [
  String.raw`(?<fence>(?<![^\n])[ \t>]{0,12}(?:\x60{3,5}[^\x60\n]{0,200}|~{3,5}[^~\n]{0,200})\n(?:(?!\n[ \t>]{0,12}(?:\x60{3}|~{3}))[^]){0,20000}\n[ \t>]{0,12}(?:\x60{3,5}|~{3,5})[ \t]*(?![^\r\n]))`,
  `(?<command>${commandLines})`,
  `(?<block>${blockSpan})`,
  ...markup,
  String.raw`(?<bar>\s{0,9}\|(?!\|)(?<!\|\|)\s{0,9})`,
  String.raw`(?<code>\x60[^\s\x60](?:[^\x60\n]{0,200}[^\s\x60])?\x60)`,
  String.raw`(?<gap>[\t\n\r\v\f\u0085\u2028\u2029])`,
].join('|');

const written = new RegExp(markup.join('|'), 'u');

/** Whether a value is read as HTML somewhere. */
export const holdsMarkup = (text: string): boolean => /[<&]/.test(text) && written.test(text);

const wordJoiner = '\u2060';

const references: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** How a value writes signs that may begin markup. */
interface SourceSigns {
  /** The signs that it writes with references; its translation does, too. */
  referenced: ReadonlySet<string>;
  /** The blocks of templates that stand in it as they are, not with references. */
  blocks: ReadonlySet<string>;
}

export const signsOf = (text: string): SourceSigns => ({
  referenced: new Set(Object.keys(references).filter((sign) => text.includes(references[sign] ?? sign))),
  blocks: new Set(blocksIn(text).map(({ start, end }) => text.slice(start, end))),
});

const withSigns = (text: string, reference: (sign: string) => string, source?: SourceSigns): string => {
  if (!/[<>&]/.test(text)) return text;
  const pattern = new RegExp(markup.join('|'), 'uy');
  const blocks = blocksIn(text).filter(({ start, end }) => source?.blocks.has(text.slice(start, end)) ?? true);
  let block = 0;
  let escaped = '';
  let from = 0;
  for (const { index } of text.matchAll(/[<>&]/g)) {
    pattern.lastIndex = index;
    const sign = text[index] ?? '';
    while ((blocks[block]?.end ?? text.length) <= index) block += 1;
    if (index >= (blocks[block]?.start ?? text.length)) continue;
    if (!source?.referenced.has(sign) && !pattern.test(text)) continue;
    escaped += text.slice(from, index) + reference(sign);
    from = index + 1;
  }
  return escaped + text.slice(from);
};

/** A text in a value that has markup: what would be read as markup is written with references. */
export const escapeMarkup = (text: string, source: SourceSigns): string =>
  withSigns(text, (sign) => references[sign] ?? sign, source);

/** A text in a value without markup, which has no escapes: an invisible word joiner keeps it from being read as markup. */
export const breakMarkup = (text: string): string => withSigns(text, (sign) => sign + wordJoiner);
