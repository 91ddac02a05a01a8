import { FormatError } from '../format.errors.js';
import { maxValueLength } from '../values/value-judge.js';

export interface JsonToken {
  /** `rest`: the rest of a string that is too long to be held, in pieces; it is copied. */
  kind: 'space' | 'open' | 'close' | 'comma' | 'colon' | 'string' | 'long' | 'rest' | 'word';
  raw: string;
}

const signs: ReadonlyMap<string, JsonToken['kind']> = new Map([
  ['{', 'open'],
  ['[', 'open'],
  ['}', 'close'],
  [']', 'close'],
  [',', 'comma'],
  [':', 'colon'],
]);

const space = /[\s\ufeff]+/y;
const word = /[^\s\ufeff{}[\],:"'/]+/y;

/** Cuts JSON, also with the comments and single quotes of JSON5, into tokens; the tokens joined are the text. */
export class JsonTokenizer {
  private rest = '';
  /** Code units of `rest` that are known to hold no end of what it begins with. */
  private scanned = 0;
  /** The quote of a string that is being copied. */
  private copying = '';
  private tokens: JsonToken[] = [];

  /** @throws FormatError `invalid` for what is no token of JSON */
  push(text: string): JsonToken[] {
    this.rest += text;
    return this.cut(false);
  }

  /** @throws FormatError `invalid` for a token that the end cuts off */
  end(): JsonToken[] {
    const tokens = this.cut(true);
    if (this.rest !== '' || this.copying !== '') throw invalid();
    return tokens;
  }

  private cut(isLast: boolean): JsonToken[] {
    let at = 0;
    while (at < this.rest.length) {
      const after = this.copying === '' ? this.token(at, isLast) : this.copy(at);
      if (after === at) break;
      at = after;
      this.scanned = 0;
    }
    this.rest = this.rest.slice(at);
    const tokens = this.tokens;
    this.tokens = [];
    return tokens;
  }

  /** Takes the token at a place; returns the place behind it, or the same place while more text is needed. */
  private token(at: number, isLast: boolean): number {
    const sign = this.rest[at] ?? '';
    const kind = signs.get(sign);
    if (kind) return this.add(kind, at, at + 1);
    if (sign === '"' || sign === "'") return this.string(at, sign);
    if (sign === '/') return this.comment(at, isLast);
    for (const [kind, pattern] of [
      ['space', space],
      ['word', word],
    ] as const) {
      pattern.lastIndex = at;
      if (!pattern.test(this.rest)) continue;
      const after = pattern.lastIndex;
      if (kind === 'space' || isLast || after < this.rest.length) return this.add(kind, at, after);
      if (after - at > 4096) throw invalid();
      return at;
    }
    throw invalid();
  }

  private string(at: number, quote: string): number {
    for (let index = at + Math.max(1, this.scanned); index < this.rest.length; index += 1) {
      const code = this.rest.charCodeAt(index);
      if (code === 0x5c) {
        if (index + 1 === this.rest.length) return this.wait(at, index);
        index += 1;
      } else if (code === 0x0a || code === 0x0d) throw invalid();
      else if (code === quote.charCodeAt(0)) return this.add('string', at, index + 1);
      if (index - at > maxValueLength) {
        this.copying = quote;
        return this.add('long', at, index + 1);
      }
    }
    return this.wait(at, this.rest.length);
  }

  private copy(at: number): number {
    for (let index = at; index < this.rest.length; index += 1) {
      const code = this.rest.charCodeAt(index);
      if (code === 0x5c) {
        if (index + 1 === this.rest.length) return index === at ? at : this.add('rest', at, index);
        index += 1;
      } else if (code === this.copying.charCodeAt(0)) {
        this.copying = '';
        return this.add('rest', at, index + 1);
      }
    }
    return this.add('rest', at, this.rest.length);
  }

  private comment(at: number, isLast: boolean): number {
    const start = this.rest.slice(at, at + 2);
    if (start.length < 2 && !isLast) return at;
    if (start !== '//' && start !== '/*') throw invalid();
    const from = at + Math.max(2, this.scanned - 1);
    const end = start === '//' ? this.rest.slice(from).search(/[\n\r]/) + from : this.rest.indexOf('*/', from) + 2;
    if (start === '//' ? end >= from : end > 1) return this.add('space', at, end);
    if (isLast && start === '//') return this.add('space', at, this.rest.length);
    if (this.rest.length - at > maxValueLength)
      throw new FormatError('hostile', 'A comment of the JSON file is too long.');
    return this.wait(at, this.rest.length);
  }

  private wait(at: number, scanned: number): number {
    this.scanned = scanned - at;
    return at;
  }

  private add(kind: JsonToken['kind'], from: number, to: number): number {
    this.tokens.push({ kind, raw: this.rest.slice(from, to) });
    return to;
  }
}

const invalid = (): FormatError => new FormatError('invalid', 'The file is not JSON.');
