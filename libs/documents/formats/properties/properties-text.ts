import type { TextCodec } from '../text/text-codec.js';
import { PlacedText } from '../values/placed-text.js';
import type { DataValue } from '../values/value-pieces.js';

const escapes = /\\(?:u([\da-fA-F]{4})|(?:\r\n|[\n\r])[ \t\f]*|([\s\S]))|('')/g;
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

const meaning = (unicode: string | undefined, sign: string | undefined, quotes: string | undefined): string => {
  if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
  if (quotes !== undefined) return "'";
  return sign === undefined ? '' : (named[sign] ?? sign);
};

/** A key or a value as `Properties` of Java reads it. `areDoubled`: an apostrophe is written twice. */
export const decodeProperty = (raw: string, areDoubled = false): string =>
  raw.replace(escapes, (all, unicode?: string, sign?: string, quotes?: string) =>
    quotes !== undefined && !areDoubled ? all : meaning(unicode, sign, quotes),
  );

/** The value with the place of each of its characters in the file. */
export const propertyValue = (raw: string, areDoubled: boolean): DataValue => {
  const text = new PlacedText(raw);
  let from = 0;
  for (const { 0: all, 1: unicode, 2: sign, 3: quotes, index } of raw.matchAll(escapes)) {
    if (quotes !== undefined && !areDoubled) continue;
    text.copy(from, index);
    text.add(meaning(unicode, sign, quotes), index);
    from = index + all.length;
  }
  text.copy(from, raw.length);
  return text.value();
};

const signs: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };
const unicodeEscape = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * How a file writes characters beyond ASCII: as they are once one of its values has, else as `\uXXXX`, which every version
 * of Java reads. In an encoding of single bytes only those of ISO 8859-1 are written as they are.
 */
export class PropertyEscapes {
  private writesUnicode = false;

  constructor(private readonly codec: TextCodec) {}

  /** Learns from a value of the file. */
  see(raw: string): void {
    this.writesUnicode ||= /[^\p{ASCII}]/u.test(raw);
  }

  encode(text: string): string {
    return text
      .replace(/[\\\n\r\t\f]/g, (sign) => signs[sign] ?? sign)
      .replace(/[^\p{ASCII}]/gu, (sign) => (this.keeps(sign) ? sign : unicodeEscape(sign)));
  }

  private keeps(sign: string): boolean {
    if (!this.writesUnicode) return false;
    return this.codec.unicode || (/[\u00a0-\u00ff]/.test(sign) && this.codec.canEncode(sign));
  }
}

/** A value that goes on over several lines, as they are written: with the longest of them, and the indent of the second. */
const linesOf = (raw: string): { length: number; end: string } | undefined => {
  const end = /\\(?:\r\n|[\n\r])[ \t\f]*/.exec(raw)?.[0];
  if (end === undefined) return undefined;
  return { length: Math.max(...raw.split(/\r\n|[\n\r]/).map((line) => line.length)), end };
};

/** A written text cut into lines as its source is; one whose source is one line is left so. */
export const wrapLike = (written: string, source: string): string => {
  const lines = linesOf(source);
  if (lines === undefined) return written;
  let wrapped = '';
  let line = '';
  for (const word of written.split(/(?<=[^\s\\] )(?=\S)/)) {
    if (line !== '' && line.length + word.length + 1 > lines.length) {
      wrapped += line + lines.end;
      line = '';
    }
    line += word;
  }
  return wrapped + line;
};
