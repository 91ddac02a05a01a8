import { Rejection } from '#libs/domain/errors/rejection.js';

/** A token of JSON behind white space: a sign of structure, a string, or another value. */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const space = /[ \t\n\r]*/y;

/** A place in JSON, named after what may stand there; `firstKey` and `firstItem` are right behind an opening bracket. */
type Place = 'value' | 'firstKey' | 'key' | 'colon' | 'firstItem' | 'next' | 'end';

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Whether a value may begin at a place. */
const takesValue = (place: Place): boolean => place === 'value' || place === 'firstItem';

class Grammar {
  private place: Place = 'value';
  private readonly open: string[] = [];

  /** Takes a token, of which `sign` is one of structure; false where it may not stand. */
  take(sign: string | undefined, isString: boolean): boolean {
    if (sign === undefined) return this.takeValue(isString);
    if (sign === '{' || sign === '[') {
      if (!takesValue(this.place)) return false;
      this.open.push(sign);
      this.place = sign === '{' ? 'firstKey' : 'firstItem';
      return true;
    }
    if (sign === ':') return this.go('colon', 'value');
    const bracket = this.open.at(-1) ?? '';
    if (sign === ',') return this.go('next', bracket === '{' ? 'key' : 'value');
    const mayClose = this.place === 'next' || this.place === (bracket === '{' ? 'firstKey' : 'firstItem');
    if (!mayClose || closing[bracket] !== sign) return false;
    this.open.pop();
    this.place = this.behindValue;
    return true;
  }

  private takeValue(isString: boolean): boolean {
    const isKey = this.place === 'firstKey' || this.place === 'key';
    if (isKey ? !isString : !takesValue(this.place)) return false;
    this.place = isKey ? 'colon' : this.behindValue;
    return true;
  }

  private go(from: Place, to: Place): boolean {
    if (this.place !== from) return false;
    this.place = to;
    return true;
  }

  private get behindValue(): Place {
    return this.open.length === 0 ? 'end' : 'next';
  }
}

const after = (pattern: RegExp, text: string, start: number): number => {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
};

/** Index of the first character at which a text stops being JSON; its length where it ends too early or is whole. */
const faultIndex = (text: string): number => {
  const grammar = new Grammar();
  let index = 0;
  for (;;) {
    const start = after(space, text, index);
    token.lastIndex = index;
    const found = token.exec(text);
    if (found === null || !grammar.take(found[1], found[2] !== undefined)) return start;
    index = token.lastIndex;
  }
};

/** UTF-16 units of the longest text that is looked through: the search holds up other requests. */
const maxSearched = 65_536;

/** Where a text that is not JSON goes wrong, in words: `line 2, column 7`, from 1, in UTF-16 units. */
const placeOfFault = (text: string): string => {
  const index = faultIndex(text);
  if (index >= text.length) return 'it ends too early';
  const before = text.slice(0, index).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};

/** The rejection of a text that is not JSON; `what` it is begins the sentence. */
export const notJson = (what: string, text: string): Rejection => {
  const place = text.length > maxSearched ? '' : `: ${placeOfFault(text)}`;
  return new Rejection('invalid_request', { message: `${what} is not valid JSON${place}.` });
};
