import { FormatError } from '../../format.errors.js';
import { Keyword, type PdfTokens, type Token } from './pdf-tokens.js';
import { numberOf, type PdfDictionary, PdfName, PdfReference, PdfStream, type PdfValue } from './pdf-values.js';

const maxDepth = 100;
const maxItems = 2_000_000;

/** Reads the length of a stream from its entry, which may refer to another object; undefined where it is not known. */
export type LengthOf = (length: PdfValue | undefined) => number | undefined;

/**
 * The next value; a keyword where something else stands.
 * @throws FormatError `hostile` for values nested too deep
 */
export const readValue = (tokens: PdfTokens, depth = 0): PdfValue | Keyword | undefined => {
  const token = tokens.next();
  return token === undefined ? undefined : valueFrom(tokens, token, depth);
};

const valueFrom = (tokens: PdfTokens, token: Token, depth: number): PdfValue | Keyword => {
  if (typeof token === 'number') return isCount(token) ? referenceOr(tokens, token) : token;
  if (!(token instanceof Keyword)) return token;
  if (token.word === '[' || token.word === '<<') {
    if (depth >= maxDepth) throw new FormatError('hostile', 'The values of the file are nested too deep.');
    return token.word === '[' ? arrayOf(tokens, depth + 1) : dictionaryOf(tokens, depth + 1);
  }
  if (token.word === 'true' || token.word === 'false') return token.word === 'true';
  return token.word === 'null' ? null : token;
};

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1e10;

/** `12 0 R`, or the number alone. */
const referenceOr = (tokens: PdfTokens, number: number): number | PdfReference => {
  const { at, start } = tokens;
  const generation = tokens.next();
  if (typeof generation === 'number' && isCount(generation)) {
    const mark = tokens.next();
    if (mark instanceof Keyword && mark.word === 'R') return new PdfReference(number, generation);
  }
  tokens.at = at;
  tokens.start = start;
  return number;
};

const arrayOf = (tokens: PdfTokens, depth: number): PdfValue[] => {
  const items: PdfValue[] = [];
  while (items.length < maxItems) {
    const value = readValue(tokens, depth);
    if (value === undefined) break;
    if (!(value instanceof Keyword)) items.push(value);
    else if (value.word === ']') break;
    else if (endsObject(value)) {
      tokens.at = tokens.start;
      break;
    }
  }
  return items;
};

const dictionaryOf = (tokens: PdfTokens, depth: number): PdfDictionary => {
  const entries: PdfDictionary = new Map();
  for (;;) {
    const key = tokens.next();
    if (key === undefined) return entries;
    if (key instanceof Keyword) {
      if (key.word === '>>') return entries;
      if (!endsObject(key)) continue;
      tokens.at = tokens.start;
      return entries;
    }
    if (!(key instanceof PdfName)) continue;
    const value = readValue(tokens, depth);
    if (value === undefined) return entries;
    if (!(value instanceof Keyword)) entries.set(key.name, value);
    else if (value.word === '>>' || endsObject(value)) {
      if (value.word !== '>>') tokens.at = tokens.start;
      return entries;
    }
  }
};

const endsObject = ({ word }: Keyword): boolean => word === 'endobj' || word === 'stream' || word === 'endstream';

export interface IndirectObject {
  reference: PdfReference;
  value: PdfValue;
}

/** The object that begins here (`12 0 obj`), undefined where none does. */
export const readObject = (tokens: PdfTokens, lengthOf: LengthOf): IndirectObject | undefined => {
  const number = tokens.next();
  const generation = tokens.next();
  const mark = tokens.next();
  if (typeof number !== 'number' || typeof generation !== 'number') return undefined;
  if (!(mark instanceof Keyword) || !mark.word.startsWith('obj')) return undefined;
  if (mark.word !== 'obj') tokens.at = tokens.start + 3;
  const reference = new PdfReference(number, generation);
  const value = readValue(tokens);
  if (value === undefined || value instanceof Keyword) return { reference, value: null };
  if (!(value instanceof Map)) return { reference, value };
  const after = tokens.next();
  if (!(after instanceof Keyword) || after.word !== 'stream') return { reference, value };
  return { reference, value: new PdfStream(value, streamBytes(tokens, lengthOf(value.get('Length'))), reference) };
};

/** The bytes behind `stream`: as many as `Length` says where `endstream` follows, else up to that word. */
const streamBytes = ({ bytes, at }: PdfTokens, length: number | undefined): Uint8Array => {
  let start = at;
  if (bytes[start] === 0x0d) start += 1;
  if (bytes[start] === 0x0a) start += 1;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    const tail = buffer.toString('latin1', start + length, start + length + 20);
    if (/^\s*endstream/.test(tail)) return bytes.subarray(start, start + length);
  }
  const found = buffer.indexOf('endstream', start, 'latin1');
  const end = found < 0 ? buffer.indexOf('endobj', start, 'latin1') : found;
  let stop = end < 0 ? bytes.length : end;
  if (bytes[stop - 1] === 0x0a) stop -= 1;
  if (bytes[stop - 1] === 0x0d) stop -= 1;
  return bytes.subarray(start, Math.max(start, stop));
};

export const directLength: LengthOf = numberOf;
