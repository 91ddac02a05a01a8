import { textOfGlyphName } from './glyph-names.js';
import { type SimpleEncoding, standardEncoding } from './standard-encoding.js';

/** The letters behind those of the standard encoding in the strings that every compact font has (Adobe note 5176, appendix A). */
const furtherStandard = '¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž';
/** Some of the strings behind those: figures and ligatures that text has, by the number of the first. */
const furtherTexts: readonly (readonly [number, readonly string[]])[] = [
  [239, [...'0123456789']],
  [266, ['ff', 'ffi', 'ffl']],
];
const standardTexts: (string | undefined)[] = [
  undefined,
  ...standardEncoding.filter((text) => text !== undefined),
  ...furtherStandard,
];
for (const [first, texts] of furtherTexts) for (const [by, text] of texts.entries()) standardTexts[first + by] = text;
/** Strings that every compact font has; those of a font itself have numbers from here on. */
const ownFrom = 391;

/** Operators of a top dictionary. */
const charsetOperator = 15;
const encodingOperator = 16;
const glyphsOperator = 17;
/** Behind the byte 12: fonts with it have numbers and no names. */
const numbersOperator = 12 * 256 + 30;

const maxGlyphs = 65_536;
/** Bytes of the name of a glyph: a damaged font may call all of itself one. */
const maxNameLength = 127;

/**
 * The encoding that a compact font programme (CFF, `FontFile3`) has within itself; undefined where it is damaged, or a font
 * without names of glyphs.
 */
export const encodingOfCompactFont = (programme: Uint8Array): SimpleEncoding | undefined => {
  try {
    return encodingOf(new Reader(programme));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Operators of a top dictionary whose operand is a string: its full name, that of its family, and its weight. */
const nameOperators = [2, 3, 4];

/**
 * The names that a compact font programme has of itself: its own, then that of the face, of the family, and its weight.
 * @throws RangeError where it is damaged
 */
export const namesOfCompactFont = (programme: Uint8Array): string[] => {
  const reader = new Reader(programme);
  const textIn = (span: Span | undefined): string[] =>
    span === undefined || span.to - span.from > maxNameLength ? [] : [reader.text(span.from, span.to)];
  const names = reader.index(reader.byte(2));
  const dictionaries = reader.index(names.end);
  const [place] = dictionaries.items;
  const dictionary = place && reader.dictionary(place.from, place.to);
  const strings = reader.index(dictionaries.end).items;
  const said = nameOperators.flatMap((operator) => textIn(strings[(dictionary?.get(operator) ?? 0) - ownFrom]));
  return [...textIn(names.items[0]), ...said];
};

const encodingOf = (reader: Reader): SimpleEncoding | undefined => {
  const names = reader.index(reader.byte(2));
  const dictionaries = reader.index(names.end);
  const [place] = dictionaries.items;
  const dictionary = place && reader.dictionary(place.from, place.to);
  if (!dictionary || dictionary.has(numbersOperator)) return undefined;
  const strings = reader.index(dictionaries.end).items;
  const glyphs = reader.index(dictionary.get(glyphsOperator) ?? 0).items.length;
  const textOf = (string: number): string | undefined => {
    const own = strings[string - ownFrom];
    if (!own) return standardTexts[string];
    return own.to - own.from > maxNameLength ? undefined : textOfGlyphName(reader.text(own.from, own.to));
  };
  const at = dictionary.get(encodingOperator) ?? 0;
  // The expert encodings, of small capitals and fractions, are those of no text.
  if (at < 2) return at === 0 ? standardEncoding : undefined;
  const charset = charsetOf(reader, dictionary.get(charsetOperator) ?? 0, glyphs);
  const encoding: (string | undefined)[] = [];
  const format = reader.byte(at);
  const count = reader.byte(at + 1);
  let next = at + 2;
  if ((format & 0x7f) === 0)
    for (let glyph = 1; glyph <= count; glyph += 1, next += 1)
      encoding[reader.byte(next)] = textOf(charset[glyph] ?? 0);
  else
    for (let range = 0, glyph = 1; range < count; range += 1, next += 2)
      for (let by = 0; by <= reader.byte(next + 1); by += 1, glyph += 1)
        encoding[reader.byte(next) + by] = textOf(charset[glyph] ?? 0);
  const further = (format & 0x80) === 0 ? 0 : reader.byte(next);
  for (let each = 0; each < further; each += 1)
    encoding[reader.byte(next + 1 + 3 * each)] = textOf(reader.number(next + 2 + 3 * each, 2));
  return encoding.slice(0, 256);
};

/** The strings that name the glyphs, by the numbers of these. */
const charsetOf = (reader: Reader, at: number, glyphs: number): number[] => {
  const charset = [0];
  if (at < 3) return at === 0 ? Array.from({ length: glyphs }, (_, glyph) => glyph) : charset;
  const format = reader.byte(at);
  let next = at + 1;
  while (charset.length < Math.min(glyphs, maxGlyphs)) {
    const first = reader.number(next, 2);
    const left = format === 0 ? 0 : reader.number(next + 2, format === 1 ? 1 : 2);
    for (let by = 0; by <= left && charset.length < glyphs; by += 1) charset.push(first + by);
    next += format === 0 ? 2 : format === 1 ? 3 : 4;
  }
  return charset;
};

interface Span {
  from: number;
  to: number;
}

/** Reads the parts of a compact font. Its methods throw RangeError for places beyond its end. */
class Reader {
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    return this.view.getUint8(at);
  }

  /** A number of 1 to 4 bytes. */
  number(at: number, size: number): number {
    let number = 0;
    for (let by = 0; by < size; by += 1) number = number * 256 + this.byte(at + by);
    return number;
  }

  text(from: number, to: number): string {
    return Buffer.from(this.bytes.subarray(from, to)).toString('latin1');
  }

  /** The items of an index, and where it ends. */
  index(at: number): { items: Span[]; end: number } {
    const count = this.number(at, 2);
    if (count === 0) return { items: [], end: at + 2 };
    const size = this.byte(at + 2);
    const base = at + 2 + (count + 1) * size;
    const offset = (item: number): number => base + this.number(at + 3 + item * size, size);
    const items = Array.from({ length: count }, (_, item) => ({ from: offset(item), to: offset(item + 1) }));
    return { items, end: offset(count) };
  }

  /** The last whole number before each operator of a dictionary. */
  dictionary(from: number, to: number): Map<number, number> {
    const values = new Map<number, number>();
    let last = 0;
    for (let at = from; at < to; ) {
      const first = this.byte(at);
      at += 1;
      if (first <= 21) {
        const operator = first === 12 ? first * 256 + this.byte(at) : first;
        if (first === 12) at += 1;
        values.set(operator, last);
      } else if (first === 28) {
        last = this.view.getInt16(at);
        at += 2;
      } else if (first === 29) {
        last = this.view.getInt32(at);
        at += 4;
      } else if (first === 30) {
        while ((this.byte(at) & 0x0f) !== 0x0f) at += 1;
        at += 1;
      } else if (first <= 246) last = first - 139;
      else {
        last = first <= 250 ? (first - 247) * 256 + this.byte(at) + 108 : -(first - 251) * 256 - this.byte(at) - 108;
        at += 1;
      }
    }
    return values;
  }
}
