import { FormatError } from '../format.errors.js';

/** A token of RTF 1.9; all bytes of a file, one `raw` after another (a character is a byte). */
export type RtfToken =
  | { kind: 'open' | 'close'; raw: string }
  /** `\word12 `, its delimiting space included; `param` is undefined where it has none. */
  | { kind: 'word'; raw: string; word: string; param: number | undefined }
  /** A backslash and one character that is no letter; a byte whose number is none. */
  | { kind: 'symbol'; raw: string; symbol: string }
  /** One byte of text in the code page of its font. */
  | { kind: 'byte'; raw: string; byte: number }
  /** Text in ASCII. */
  | { kind: 'text'; raw: string }
  /** Line ends and NULs, which mean nothing. */
  | { kind: 'ignored'; raw: string }
  /** A piece of the bytes behind `\bin`. */
  | { kind: 'binary'; raw: string };

/** Characters of a control word, its letters and its number each, at most; the specification allows 32 and 10. */
const maxWordLength = 255;
const maxTokenLength = 2 * maxWordLength + 3;

const text = /[^\\{}\r\n\t\0\u0080-\u00ff]+/y;
const ignored = /[\r\n\0]+/y;
const control = /\\(?:([a-zA-Z]{1,255})(-?\d{1,255})? ?|'([0-9a-fA-F]{2})|([^a-zA-Z]))/y;
/** The sign of a byte whose number is none; readers pass over the two characters behind it all the same. */
const brokenByte = /\\'[^\\{}\r\n]{0,2}/y;

/** Cuts RTF into tokens; each byte comes as the character of its number. */
export class RtfTokenizer {
  private rest = '';
  /** Bytes behind `\bin` that are still to come. */
  private binary = 0;

  push(chunk: string): RtfToken[] {
    this.rest += chunk;
    return this.tokens(false);
  }

  /** @throws FormatError `invalid` where the file ends within binary data */
  end(): RtfToken[] {
    const tokens = this.tokens(true);
    if (this.binary > 0) throw new FormatError('invalid', 'The RTF file ends within binary data.');
    return tokens;
  }

  private tokens(atEnd: boolean): RtfToken[] {
    const tokens: RtfToken[] = [];
    const source = this.rest;
    let at = 0;
    while (at < source.length) {
      if (this.binary === 0 && !atEnd && source[at] === '\\' && !isWhole(source, at)) break;
      const token = this.binary > 0 ? this.binaryPiece(source, at) : tokenAt(source, at);
      tokens.push(token);
      at += token.raw.length;
      if (token.kind === 'word' && token.word === 'bin') this.binary = Math.max(0, token.param ?? 0);
    }
    this.rest = source.slice(at);
    return tokens;
  }

  private binaryPiece(source: string, at: number): RtfToken {
    const raw = source.slice(at, at + this.binary);
    this.binary -= raw.length;
    return { kind: 'binary', raw };
  }
}

/** Whether a control that begins here cannot go on in the next chunk. */
const isWhole = (source: string, at: number): boolean => {
  if (source.length - at >= maxTokenLength) return true;
  const next = source[at + 1];
  if (next === undefined) return false;
  if (next === "'") return source.length - at >= 4;
  if (next === '\r') return source.length - at >= 3;
  control.lastIndex = at;
  const end = at + (control.exec(source)?.[0].length ?? 1);
  if (!/[a-zA-Z]/.test(next) || source[end - 1] === ' ') return true;
  return end < source.length && !(end === source.length - 1 && source[end] === '-');
};

const tokenAt = (source: string, at: number): RtfToken => {
  const character = source[at] ?? '';
  if (character === '{') return { kind: 'open', raw: character };
  if (character === '}') return { kind: 'close', raw: character };
  if (character === '\t') return { kind: 'word', raw: character, word: 'tab', param: undefined };
  if (character === '\\') return controlAt(source, at);
  if (character >= '\u0080') return { kind: 'byte', raw: character, byte: character.charCodeAt(0) };
  const isIgnored = character === '\r' || character === '\n' || character === '\0';
  const pattern = isIgnored ? ignored : text;
  pattern.lastIndex = at;
  return { kind: isIgnored ? 'ignored' : 'text', raw: pattern.exec(source)?.[0] ?? character };
};

const controlAt = (source: string, at: number): RtfToken => {
  control.lastIndex = at;
  const found = control.exec(source);
  if (found === null) return { kind: 'symbol', raw: '\\', symbol: '' };
  const [raw, word, param, hex, symbol = ''] = found;
  if (word !== undefined) return { kind: 'word', raw, word, param: param === undefined ? undefined : Number(param) };
  if (hex !== undefined) return { kind: 'byte', raw, byte: Number.parseInt(hex, 16) };
  if (symbol === "'") {
    brokenByte.lastIndex = at;
    return { kind: 'symbol', raw: brokenByte.exec(source)?.[0] ?? raw, symbol };
  }
  // A backslash before a line end is a paragraph end.
  if (symbol !== '\r' && symbol !== '\n') return { kind: 'symbol', raw, symbol };
  const lineEnd = symbol === '\r' && source[at + 2] === '\n' ? `${raw}\n` : raw;
  return { kind: 'word', raw: lineEnd, word: 'par', param: undefined };
};
