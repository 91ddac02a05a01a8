import type { TextCodec } from '../text/text-codec.js';
import { PlacedText } from '../values/placed-text.js';
import type { DataValue } from '../values/value-pieces.js';

const escapes = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi;
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

const meaning = (code: string | undefined, other: string | undefined): string =>
  code === undefined
    ? /^[\r\n\u2028\u2029]/.test(other ?? '')
      ? ''
      : (named[other ?? ''] ?? other ?? '')
    : character(code);

const character = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));

export const decodeJson = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(escapes, (_all, unicode?: string, hex?: string, other?: string) => meaning(unicode ?? hex, other))
    : raw;

/** The content of a string without its quotes. */
export const jsonValue = (raw: string): DataValue => {
  if (!raw.includes('\\')) return { raw, text: raw };
  const text = new PlacedText(raw);
  let from = 0;
  for (const { 0: all, 1: unicode, 2: hex, 3: other, index } of raw.matchAll(escapes)) {
    text.copy(from, index);
    text.add(meaning(unicode ?? hex, other), index);
    from = index + all.length;
  }
  text.copy(from, raw.length);
  return text.value();
};

const short: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const unicodeEscape = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * How a file writes its strings: what it writes as `\uXXXX`, so it goes on to. Files differ in whether they hold
 * characters beyond ASCII, and the signs of HTML.
 */
export class JsonEscapes {
  private escapesUnicode = false;
  private writesUnicode = false;
  private escapesHtml = false;

  constructor(private readonly codec: TextCodec) {}

  /** Learns from a string of the file. */
  see(raw: string): void {
    this.writesUnicode ||= /[^\p{ASCII}]/u.test(raw);
    if (!raw.includes('\\u')) return;
    this.escapesUnicode ||= /\\u(?!00[0-7])[\da-f]{4}/i.test(raw);
    this.escapesHtml ||= /\\u00(?:3c|3e|26)/i.test(raw);
  }

  /** The text for a string in this quote, as the strings so far were written. */
  writer(quote: string): (text: string) => string {
    const asciiOnly = this.escapesUnicode && !this.writesUnicode;
    const { escapesHtml, codec } = this;
    const keeps = (sign: string): boolean => !asciiOnly && (codec.unicode || codec.canEncode(sign));
    return (text) =>
      text
        .replace(/[\\"']/g, (sign) => (sign === '\\' || sign === quote ? `\\${sign}` : sign))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
        .replace(/[\u0000-\u001f\u2028\u2029]/g, (sign) => short[sign] ?? unicodeEscape(sign))
        .replace(/[<>&]/g, (sign) => (escapesHtml ? unicodeEscape(sign) : sign))
        .replace(/[^\p{ASCII}]/gu, (sign) => (keeps(sign) ? sign : unicodeEscape(sign)));
  }
}
