import { PdfName, PdfString } from './pdf-values.js';

/** A word that is no value: `obj`, `stream`, an operator of a content stream, or a delimiter that opens or closes. */
export class Keyword {
  constructor(readonly word: string) {}
}

export type Token = number | PdfName | PdfString | Keyword;

const whiteSpace = 1;
const delimiter = 2;
const classes = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = whiteSpace;
for (const byte of Buffer.from('()<>[]{}/%')) classes[byte] = delimiter;

export const isWhiteSpace = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === whiteSpace;

const isRegular = (byte: number | undefined): boolean => byte !== undefined && classes[byte] === 0;

const keywords = new Map<string, Keyword>();

/** Bytes of one word, at most: longer ones are damage. */
const maxWord = 4096;
/** Bytes of a word that is put together without a buffer. */
const shortWord = 16;

/** Reads the tokens of a PDF file or of a content stream, forgiving where viewers forgive. */
export class PdfTokens {
  /** Where the token that was read last begins. */
  start = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    private readonly end = bytes.length,
  ) {}

  /** Undefined at the end. */
  next(): Token | undefined {
    this.skipSpace();
    this.start = this.at;
    if (this.at >= this.end) return undefined;
    const byte = this.bytes[this.at] ?? 0;
    switch (byte) {
      case 0x2f:
        return this.name();
      case 0x28:
        return this.literalString();
      case 0x3c:
        if (this.bytes[this.at + 1] === 0x3c) return this.mark('<<');
        return this.hexString();
      case 0x3e:
        return this.mark(this.bytes[this.at + 1] === 0x3e ? '>>' : '>');
      case 0x5b:
      case 0x5d:
      case 0x7b:
      case 0x7d:
      case 0x29:
        return this.mark(String.fromCharCode(byte));
      default:
        return this.word();
    }
  }

  skipSpace(): void {
    for (; this.at < this.end; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === 0x25) while (this.at < this.end && !isLineEnd(this.bytes[this.at])) this.at += 1;
      else if (!isWhiteSpace(byte)) return;
    }
  }

  private mark(word: string): Keyword {
    this.at += word.length;
    return keywordOf(word);
  }

  private word(): Token {
    const from = this.at;
    const number = this.plainNumber();
    if (number !== undefined) return number;
    this.at = from;
    const word = this.regularText();
    const first = word.charCodeAt(0);
    return first <= 0x39 && first >= 0x2b ? (numberFrom(word) ?? keywordOf(word)) : keywordOf(word);
  }

  /** A number as nearly all are, read without a string; undefined where something else stands. */
  private plainNumber(): number | undefined {
    const { bytes, end } = this;
    let { at } = this;
    const isNegative = bytes[at] === 0x2d;
    if (isNegative) at += 1;
    let value = 0;
    let digits = 0;
    let unit = 0;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30;
        unit *= 10;
        digits += 1;
      } else if (byte === 0x2e && unit === 0) unit = 1;
      else break;
    }
    if (digits === 0 || digits > 15 || (at < end && isRegular(bytes[at]))) return undefined;
    this.at = at;
    const size = unit > 1 ? value / unit : value;
    return isNegative ? -size : size;
  }

  /** Regular characters up to the next of another kind. */
  private regularText(): string {
    const from = this.at;
    let short = '';
    while (this.at < this.end && isRegular(this.bytes[this.at]) && this.at - from < maxWord) {
      if (this.at - from < shortWord) short += String.fromCharCode(this.bytes[this.at] ?? 0);
      this.at += 1;
    }
    return this.at - from <= shortWord ? short : latin1(this.bytes.subarray(from, this.at));
  }

  private name(): PdfName {
    this.at += 1;
    const raw = this.regularText();
    if (!raw.includes('#')) return new PdfName(raw);
    return new PdfName(
      raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  private literalString(): PdfString {
    const out: number[] = [];
    let depth = 1;
    this.at += 1;
    while (this.at < this.end) {
      const byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      if (byte === 0x5c) {
        this.escape(out);
        continue;
      }
      if (byte === 0x28) depth += 1;
      if (byte === 0x29) depth -= 1;
      if (depth === 0) break;
      if (byte === 0x0d) {
        if (this.bytes[this.at] === 0x0a) this.at += 1;
        out.push(0x0a);
      } else out.push(byte);
    }
    return new PdfString(Uint8Array.from(out));
  }

  private escape(out: number[]): void {
    const byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    const plain = escapes.get(byte);
    if (plain !== undefined) out.push(plain);
    else if (byte >= 0x30 && byte <= 0x37) {
      let code = byte - 0x30;
      for (let digits = 1; digits < 3; digits += 1) {
        const digit = this.bytes[this.at] ?? 0;
        if (digit < 0x30 || digit > 0x37) break;
        code = code * 8 + digit - 0x30;
        this.at += 1;
      }
      out.push(code & 0xff);
    } else if (byte === 0x0d) {
      if (this.bytes[this.at] === 0x0a) this.at += 1;
    } else if (byte !== 0x0a) out.push(byte);
  }

  private hexString(): PdfString {
    const { bytes } = this;
    const from = this.at + 1;
    const found = bytes.indexOf(0x3e, from);
    const end = found < 0 || found >= this.end ? this.end : found;
    const out = new Uint8Array(Math.max(0, end - from + 1) >> 1);
    let digits = 0;
    for (let at = from; at < end; at += 1) {
      const digit = hexDigit(bytes[at] ?? 0);
      if (digit < 0) continue;
      const place = digits >> 1;
      out[place] = digits % 2 === 0 ? digit << 4 : (out[place] ?? 0) | digit;
      digits += 1;
    }
    this.at = end < this.end ? end + 1 : Math.max(from, end);
    const length = (digits + 1) >> 1;
    return new PdfString(length === out.length ? out : out.slice(0, length));
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

const escapes = new Map([
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
]);

export const hexDigit = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** `4.`, `-.5`, `--3` and `12-34` (read up to its sign) are numbers to viewers. */
const numberFrom = (word: string): number | undefined => {
  const match = /^(\+|-{1,2})?(\d*)(?:\.(\d*))?(?:$|-)/.exec(word);
  if (!match || (match[2] === '' && match[3] === undefined)) return undefined;
  const size = Number(`${match[2] || '0'}.${match[3] || '0'}`);
  return match[1]?.startsWith('-') ? -size : size;
};

export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const keywordOf = (word: string): Keyword => {
  const known = keywords.get(word);
  if (known) return known;
  const keyword = new Keyword(word);
  if (word.length <= 9 && keywords.size < 1000) keywords.set(word, keyword);
  return keyword;
};
