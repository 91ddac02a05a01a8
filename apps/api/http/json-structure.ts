import { Rejection } from '#libs/domain/errors/rejection.js';

/** Levels of objects and arrays in each other that JSON from outside may have. */
export const maxJsonDepth = 32;
/** Values that a body may have on most routes. */
export const usualJsonValues = 1_000;
/** Values of a glossary: each of 10,000 entries is an object, two names and two terms. */
export const glossaryJsonValues = 51_000;
/** Values of a batch: room to say that 100 texts are the most. */
export const batchJsonValues = 10_000;
/** Values of options of single formats: they may name 1,000 keys to translate and 1,000 to leave. */
export const formatOptionsJsonValues = 2_500;

/**
 * Bytes that a value takes in V8's heap at most, without the characters of strings. The worst that was found,
 * `{"33":{"33":1}}` many times, takes 139 for each of its values; a spec measures all shapes that are known to be bad.
 */
const bytesOfValue = 160;

/** Fills a table of the 256 bytes with the same kind for each of these characters. */
const mark = (table: Uint8Array, characters: string, kind: number): void => {
  for (const character of characters) table[character.charCodeAt(0)] = kind;
};

/** Effect of a byte outside of strings. */
const sign = { scalar: 0, between: 1, opening: 2, closing: 3, quote: 4 };
const signs = new Uint8Array(256).fill(sign.scalar);
mark(signs, ' \t\n\r,:', sign.between);
mark(signs, '{[', sign.opening);
mark(signs, '}]', sign.closing);
mark(signs, '"', sign.quote);

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** The first bytes of UTF-8: of a character, of one above U+00FF, and of one that takes two units of UTF-16. */
const [anyLead, wideLead, fourByteLead] = [0xc0, 0xc4, 0xf0];

/** 1 for each byte of a string that is more than one character of ASCII. */
const special = new Uint8Array(256).fill(1, 0x80);
mark(special, '"\\', 1);

/** Where the pass stands between two bytes. */
const place = { between: 0, scalar: 1, string: 2, escape: 3 };

export interface JsonLimits {
  /** Maximum number of values: objects, arrays, strings, names of fields, numbers, `true`, `false` and `null`. */
  values: number;
  /** Maximum number of objects and arrays in each other; `maxJsonDepth` when omitted. */
  depth?: number;
}

/**
 * Counts the structure of JSON in one pass over its bytes as they come, before it is parsed: what a parser makes of a
 * few megabytes can take 40 times their memory, and holds up every other caller. Of bytes that are not JSON at least
 * that is counted which a parser makes before it stops.
 */
export class JsonStructure {
  private place = place.between;
  private open = 0;
  private values = 0;
  /** UTF-16 units of the string that the pass is in, and whether V8 keeps them in two bytes each. */
  private units = 0;
  private isWide = false;
  /** Bytes of the characters of all strings before it. */
  private characters = 0;

  /** `what` it is begins the sentence of a refusal. */
  constructor(
    private readonly what: string,
    private readonly limits: JsonLimits,
  ) {}

  /** Upper estimate of the memory, in bytes, that the parsed value of what has come takes. */
  get keptBytes(): number {
    const ofString = this.isWide ? 2 * this.units : this.units;
    return this.values * bytesOfValue + this.characters + Math.max(0, ofString);
  }

  /**
   * Takes the next bytes, in any pieces.
   * @throws Rejection `invalid_request` with the bound that is broken
   */
  scan(bytes: Uint8Array): void {
    // In variables of its own the loop is several times as fast as on fields.
    let { place: at, open, values, units, isWide, characters } = this;
    let deepest = open;
    const { length } = bytes;
    for (let index = 0; index < length; ) {
      if (at === place.string) {
        const from = index;
        while (index < length && special[bytes[index] ?? 0] === 0) index += 1;
        units += index - from;
        if (index === length) break;
        const byte = bytes[index] ?? 0;
        index += 1;
        if (byte === quote) {
          characters += isWide ? 2 * units : units;
          units = 0;
          at = place.between;
        } else if (byte === backslash) {
          at = place.escape;
        } else if (byte >= anyLead) {
          units += byte >= fourByteLead ? 2 : 1;
          if (byte >= wideLead) isWide = true;
        }
        continue;
      }
      const byte = bytes[index] ?? 0;
      index += 1;
      if (at === place.escape) {
        at = place.string;
        units += 1;
        if (byte === letterU) {
          // The four digits behind it will count as characters, and are none.
          units -= 4;
          isWide = true;
        }
        continue;
      }
      const kind = signs[byte];
      if (kind === sign.scalar) {
        if (at !== place.scalar) values += 1;
        at = place.scalar;
      } else if (kind === sign.quote) {
        values += 1;
        isWide = false;
        at = place.string;
      } else {
        at = place.between;
        if (kind === sign.opening) {
          values += 1;
          open += 1;
          if (open > deepest) deepest = open;
        } else if (kind === sign.closing) open -= 1;
      }
    }
    this.place = at;
    this.open = open;
    this.values = values;
    this.units = units;
    this.isWide = isWide;
    this.characters = characters;
    this.assertBounds(deepest);
  }

  private assertBounds(deepest: number): void {
    const { what, values, limits } = this;
    const { depth = maxJsonDepth } = limits;
    if (deepest > depth) {
      throw new Rejection('invalid_request', {
        message: `${what} has objects and arrays in each other, more than ${depth} levels deep.`,
        details: { limit: depth, limit_of: 'json_depth' },
      });
    }
    if (values > limits.values) {
      throw new Rejection('invalid_request', {
        message: `${what} has more than ${limits.values} values, of which each name of a field is one.`,
        details: { limit: limits.values, limit_of: 'json_values' },
      });
    }
  }
}

/** The structure of JSON that is there whole. @throws Rejection `invalid_request` with the bound that is broken */
export const structureOf = (what: string, bytes: Uint8Array, limits: JsonLimits): JsonStructure => {
  const structure = new JsonStructure(what, limits);
  structure.scan(bytes);
  return structure;
};
