import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { FormatError } from '../../format.errors.js';
import { lzwDecode } from './lzw.js';
import { hexDigit, isWhiteSpace } from './pdf-tokens.js';
import { isDictionary, nameOf, numberOf, type PdfDictionary, type PdfValue } from './pdf-values.js';
import { undoPredictor } from './predictor.js';

/** Bytes of one stream that is read, at most. Pictures are not read. */
export const maxStreamLength = 64 * 1024 * 1024;
const maxFilters = 8;

/** Thrown for filters of pictures, and for those that only other readers know. */
export class UnknownFilter extends Error {}

const tooLong = (): FormatError => new FormatError('hostile', 'A stream of the file is too long when unpacked.');

/**
 * The bytes of a stream with all filters undone.
 * @throws UnknownFilter
 * @throws FormatError `hostile` for a stream over `maxStreamLength`
 */
export const undoFilters = (
  raw: Uint8Array,
  filters: readonly PdfValue[],
  parameters: readonly PdfValue[],
): Uint8Array => {
  if (filters.length > maxFilters) throw new FormatError('hostile', 'A stream of the file has too many filters.');
  let bytes = raw;
  filters.forEach((filter, at) => {
    const given = parameters[at];
    bytes = undo(nameOf(filter) ?? '', bytes, isDictionary(given) ? given : new Map());
    if (bytes.length > maxStreamLength) throw tooLong();
  });
  return bytes;
};

const undo = (filter: string, bytes: Uint8Array, parameters: PdfDictionary): Uint8Array => {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflate(bytes), parameters);
    case 'LZWDecode':
    case 'LZW':
      return undoPredictor(lzwDecode(bytes, numberOf(parameters.get('EarlyChange')) ?? 1, maxStreamLength), parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return undoHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return undoAscii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return undoRunLength(bytes);
    case 'Crypt':
      return bytes;
    default:
      throw new UnknownFilter(filter);
  }
};

/** A stream that is cut off or has a wrong checksum is good up to there. */
const inflate = (bytes: Uint8Array): Uint8Array => {
  const options = { maxOutputLength: maxStreamLength, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLong(error)) throw tooLong();
  }
  const rest = inflatedUpToDamage(bytes);
  if (rest.length > 0) return rest;
  try {
    return inflateRawSync(bytes.subarray(2), options);
  } catch (error) {
    if (isTooLong(error)) throw tooLong();
    return new Uint8Array();
  }
};

const isTooLong = (error: unknown): boolean => error instanceof RangeError;

/** Inflates ever shorter beginnings, a few times, until one is whole. */
const inflatedUpToDamage = (bytes: Uint8Array): Uint8Array => {
  const options = { maxOutputLength: maxStreamLength, finishFlush: constants.Z_SYNC_FLUSH };
  let good = 0;
  let best: Uint8Array = new Uint8Array();
  for (let step = bytes.length / 2; step >= 1; step /= 2) {
    const length = Math.floor(good + step);
    try {
      best = inflateSync(bytes.subarray(0, length), options);
      good = length;
    } catch (error) {
      if (isTooLong(error)) throw tooLong();
    }
  }
  return best;
};

const undoHex = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(Math.ceil(bytes.length / 2));
  let digits = 0;
  for (const byte of bytes) {
    if (byte === 0x3e) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    const at = digits >> 1;
    out[at] = (out[at] ?? 0) | (digits % 2 === 0 ? digit << 4 : digit);
    digits += 1;
  }
  return out.subarray(0, (digits + 1) >> 1);
};

const undoAscii85 = (bytes: Uint8Array): Uint8Array => {
  const out: number[] = [];
  let group: number[] = [];
  const flush = (): void => {
    const length = group.length;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let byte = 0; byte < length - 1; byte += 1) out.push(Math.floor(value / 256 ** (3 - byte)) & 0xff);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    else if (!isWhiteSpace(byte) && byte >= 0x21 && byte <= 0x75) {
      group.push(byte - 0x21);
      if (group.length === 5) flush();
    }
    if (out.length > maxStreamLength) throw tooLong();
  }
  if (group.length > 1) flush();
  return Uint8Array.from(out);
};

const undoRunLength = (bytes: Uint8Array): Uint8Array => {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 128;
    if (length === 128) break;
    const piece =
      length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0);
    at += length < 128 ? length + 2 : 2;
    total += piece.length;
    if (total > maxStreamLength) throw tooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};
