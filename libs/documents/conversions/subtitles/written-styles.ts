import { type Span, type StyleName, styleNames } from './cue.js';

type Encode = (text: string) => string;

/** Lines with tags as of HTML, well nested, for the styles that a format has. */
export const taggedLines = (
  lines: readonly (readonly Span[])[],
  known: readonly StyleName[],
  encode: Encode,
  before: (span: Span) => string = () => '',
): string => {
  const open: StyleName[] = [];
  let written = '';
  const closeTo = (depth: number): void => {
    while (open.length > depth) written += `</${open.pop()}>`;
  };
  for (const [index, line] of lines.entries()) {
    for (const [at, span] of line.entries()) {
      const wanted = styleNames.filter((name) => known.includes(name) && span.styles.has(name));
      const kept = open.findIndex((name) => !wanted.includes(name));
      const prefix = before(span);
      closeTo(prefix !== '' ? 0 : kept === -1 ? open.length : kept);
      written += (at === 0 && index > 0 ? '\n' : '') + prefix;
      for (const name of wanted.filter((style) => !open.includes(style))) {
        written += `<${name}>`;
        open.push(name);
      }
      written += encode(span.text);
    }
  }
  closeTo(0);
  return written;
};

/** Lines with override blocks, which turn a style on or off. */
export const overriddenLines = (lines: readonly (readonly Span[])[], encode: Encode): string => {
  let current: ReadonlySet<StyleName> = new Set();
  const blockFor = (styles: ReadonlySet<StyleName>): string => {
    const changed = styleNames.filter((name) => styles.has(name) !== current.has(name));
    current = styles;
    const overrides = changed.map((name) => `\\${name}${styles.has(name) ? 1 : 0}`);
    return overrides.length === 0 ? '' : `{${overrides.join('')}}`;
  };
  return lines.map((line) => line.map(({ text, styles }) => blockFor(styles) + encode(text)).join('')).join('\\N');
};
