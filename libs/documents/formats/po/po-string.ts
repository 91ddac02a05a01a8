const escapes = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g;
const named: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

const decode = (raw: string): string =>
  raw.replace(escapes, (_all, hex?: string, octal?: string, sign?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) % 256);
    return named[sign ?? ''] ?? sign ?? '';
  });

/** The text of the strings on a line, one behind the other. */
export const decodeStrings = (strings: string): string => {
  let text = '';
  for (let start = strings.indexOf('"'); start !== -1; ) {
    let end = start + 1;
    while (end < strings.length && strings[end] !== '"') end += strings[end] === '\\' ? 2 : 1;
    text += decode(strings.slice(start + 1, end));
    start = strings.indexOf('"', end + 1);
  }
  return text;
};

const written: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const encode = (text: string): string => text.replace(/["\\\n\t\r\u0007\u0008\f\v]/g, (sign) => written[sign] ?? sign);

/** Columns of a line with its quotes, as gettext writes it. */
const maxWidth = 79;
const wide =
  '[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6]';
const wideSign = new RegExp(wide, 'gu');
/** Pieces of a text between which a line may end: words with the blanks behind them, and signs that are two columns wide. */
const pieces = new RegExp(
  `${wide}[\\u3001\\u3002\\uff0c\\uff0e\\uff01\\uff1f\\u300d\\u300f\\uff09]?|[^\\s\\u1100-\\uffe6]+\\s*|\\s+|[^]`,
  'gu',
);

const widthOf = (text: string): number => text.length + (text.match(wideSign)?.length ?? 0);

/** One line of a text cut into strings that are not wider than a page. */
const wrap = (line: string): string[] => {
  const strings: string[] = [];
  let string = '';
  let width = 0;
  for (const piece of line.match(pieces) ?? []) {
    const encoded = encode(piece);
    const added = widthOf(encoded);
    // A blank at the end of a line may stand beyond its width.
    if (string !== '' && width + widthOf(encoded.trimEnd()) > maxWidth - 2) {
      strings.push(string);
      string = '';
      width = 0;
    }
    string += encoded;
    width += added;
  }
  return [...strings, string];
};

/** A keyword with a text in strings, as gettext writes them: one a line of the text, cut at the width of a page. */
export const poField = (keyword: string, text: string, { lineEnd, isWrapped }: PoLayout): string => {
  const first = `${keyword} "`;
  const lines = text.split(/(?<=\n)/);
  const whole = encode(text);
  if (lines.length < 2 && (!isWrapped || first.length + widthOf(whole) + 1 <= maxWidth + 1))
    return `${first}${whole}"${lineEnd}`;
  const strings = lines.flatMap((line) => (isWrapped ? wrap(line) : [encode(line)]));
  return [`${first}"`, ...strings.map((string) => `"${string}"`)].map((line) => line + lineEnd).join('');
};

/** How a file writes its strings. */
export interface PoLayout {
  lineEnd: string;
  isWrapped: boolean;
}
