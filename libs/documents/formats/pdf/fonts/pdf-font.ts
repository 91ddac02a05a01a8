import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfStream } from '../objects/pdf-values.js';
import { calibriLigatures } from './calibri-ligatures.js';
import { collectionOf } from './character-collection.js';
import { parseCMap } from './cmap.js';
import { compositeEncodingOf } from './composite-encoding.js';
import { type FontHeights, heightsIn } from './font-heights.js';
import { programmeLookOf } from './font-programme.js';
import { simpleEncodingOf } from './simple-encoding.js';
import type { SourceTypefaces } from './source-typefaces.js';
import { hasStandardWidths, standardWidth } from './standard-widths.js';
import { texLookOf } from './tex-fonts.js';
import { type LetterWidths, type Typeface, tellsTypeface } from './typefaces.js';

/** One code of a string that is shown. */
export interface FontGlyph {
  /** Bytes of its code. */
  length: number;
  /** Undefined where nothing tells what it is; empty for a mark without width, which belongs to another. */
  text: string | undefined;
  /** In ems. */
  width: number;
  /** Whether word spacing counts for it: the single byte 32. */
  isSpaceCode: boolean;
}

export interface FontLook {
  isBold: boolean;
  isItalic: boolean;
  family: 'sans' | 'serif' | 'mono';
  /** Whether it is a font of formulas, whose letters are no words. */
  isMath?: boolean;
  /** Undefined where its file does not state them. */
  heights?: FontHeights | undefined;
  /** The family that it is set in; undefined where nothing tells that. */
  typeface?: Typeface | undefined;
}

/** A font as its text is read. */
export interface PdfFont extends FontLook {
  isVertical: boolean;
  /** Its em, in parts of the font size: other than 1 in fonts of drawings that have a space of their own. */
  em: number;
  glyphs(bytes: Uint8Array): FontGlyph[];
}

const fixedPitch = 1;
const serif = 2;
const italic = 64;
const forceBold = 0x40000;

/** Codes of a font whose text is remembered, at most. */
const maxKnown = 4_096;
/** Bytes of a code of a composite font, at most. */
const maxCodeLength = 4;

export const readFont = (file: PdfFile, font: PdfDictionary, typefaces: SourceTypefaces): PdfFont => {
  const isComposite = file.name(font.get('Subtype')) === 'Type0';
  const descendant = isComposite ? file.dictionary(file.array(font.get('DescendantFonts'))?.[0]) : undefined;
  const map = file.resolve(font.get('ToUnicode'));
  const toUnicode = map instanceof PdfStream ? parseCMap(file.streamData(map)) : undefined;
  const textOf = (code: number): string | undefined => {
    const text = toUnicode?.lookUp(code);
    return typeof text === 'string' ? readable(text) : undefined;
  };
  const known = new Map<number, string | undefined>();
  const unicodeOf = (code: number): string | undefined => {
    if (known.has(code)) return known.get(code);
    const text = textOf(code);
    if (known.size < maxKnown) known.set(code, text);
    return text;
  };
  const look = lookOf(file, font, descendant);
  const { letters, ...read } = isComposite
    ? compositeFont(file, font, descendant ?? new Map(), unicodeOf)
    : simpleFont(file, font, unicodeOf);
  const typeface = typefaces.typefaceOf(plainName(file, font), look, letters);
  return {
    ...look,
    ...read,
    get typeface() {
      return typeface();
    },
  };
};

/** A font without its look, and the widths of its letters as far as the file tells them. */
type ReadFont = Omit<PdfFont, keyof FontLook> & { letters: () => LetterWidths };

/** The name of a font without the letters before that of a part of it. */
const plainName = (file: PdfFile, font: PdfDictionary): string =>
  (file.name(font.get('BaseFont')) ?? '').replace(/^[A-Z]{6}\+/, '');

/** No text where a map gives none, or what is no character: controls stand for pictures of some fonts. A space without width is an empty one. */
export const readable = (text: string): string | undefined => {
  const plain = text
    .replace(/(?![\t\n\v\f\r\u0085])\p{Cc}/gu, '')
    .replace(/[\ufeff\ufffe\uffff]/g, '')
    .toWellFormed();
  return plain === '' || plain === '\ufffd' ? undefined : plain.replaceAll('\u200b', '');
};

/** Families without serifs, some of which are said to have serifs by programs that know it of no font. */
const sansName =
  /arial|helvetica|sans|nimbussan|verdana|calibri|tahoma|trebuchet|segoe|gothic|heiti|roboto|lato|myriad|frutiger|univers|futura|avenir/i;

/** Families of URW have a bold that is called medium; of others that is hardly bolder than what is around it. */
const boldName = /bold|black|heavy|demi|-medi(?!um)/i;

/** Fonts of formulas that TeX and Word set: Computer Modern, Latin Modern, the AMS, and those that say so. */
const mathName = /^(?:cm(?:mi|mib|sy|bsy|ex)\d|ms[ab]m\d|eu[fsr][mb]\d)|math(?!ematica)/i;

const monoName = /courier|mono(?!type)|consol|typewriter|nimbusmon/i;
const serifName =
  /times|roman|romno|serif|georgia|garamond|palat|minion|cambria|libertin|charter|bookman|schoolb|didot|bodoni|caslon|baskerville/i;
const italicName = /ital|oblique|slant/i;

const lookOf = (file: PdfFile, font: PdfDictionary, descendant: PdfDictionary | undefined): FontLook => {
  const name = plainName(file, font);
  const descriptor = file.dictionary((descendant ?? font).get('FontDescriptor'));
  const flags = file.number(descriptor?.get('Flags')) ?? 0;
  const weight = file.number(descriptor?.get('FontWeight')) ?? 400;
  const rest = { isMath: mathName.test(name), heights: heightsIn(file, name, descriptor) };
  const tex = texLookOf(name);
  if (tex) return { ...tex, ...rest };
  const family = familyNamed(name);
  // A programme is asked where the name says nothing: some programs call all fonts alike, and say of all the same.
  const own = family === undefined && !rest.isMath ? programmeLookOf(file, descriptor) : undefined;
  const names = [name, ...(own?.names ?? [])];
  const isFlagged = (flag: number): boolean => (flags & flag) !== 0;
  const flagged = isFlagged(fixedPitch) ? 'mono' : isFlagged(serif) ? 'serif' : 'sans';
  return {
    isBold: weight >= 600 || isFlagged(forceBold) || (own?.isBold ?? false) || names.some(isNamedBold),
    isItalic:
      isFlagged(italic) ||
      (own?.isItalic ?? false) ||
      names.some(isNamedItalic) ||
      (!rest.isMath && isInclined(file, descriptor)),
    family: family ?? familyNamed((own?.names ?? []).join(' ')) ?? own?.family ?? flagged,
    ...rest,
  };
};

/** The kind of face that a name tells, sans before serif: a sans is called `Sans Serif`. */
const familyNamed = (name: string): FontLook['family'] | undefined => {
  if (monoName.test(name)) return 'mono';
  if (sansName.test(name)) return 'sans';
  return serifName.test(name) ? 'serif' : undefined;
};

const isNamedBold = (name: string): boolean => boldName.test(name) || /-(?:Med$|(?:Bd|Blk|Hv)(?![a-z]))/.test(name);

const isNamedItalic = (name: string): boolean => italicName.test(name) || /(?:[-a-z]It|[A-Z]-I)$/.test(name);

/** In degrees: letters that lean less are upright. */
const minAngle = 3;

const isInclined = (file: PdfFile, descriptor: PdfDictionary | undefined): boolean =>
  Math.abs(file.number(descriptor?.get('ItalicAngle')) ?? 0) >= minAngle;

type UnicodeOf = (code: number) => string | undefined;

const simpleFont = (file: PdfFile, font: PdfDictionary, unicodeOf: UnicodeOf): ReadFont => {
  const encoding = simpleEncodingOf(file, font);
  const name = file.name(font.get('BaseFont')) ?? '';
  const descriptor = file.dictionary(font.get('FontDescriptor'));
  const first = file.number(font.get('FirstChar')) ?? 0;
  const listed = file.array(font.get('Widths'));
  const missing = file.number(descriptor?.get('MissingWidth')) ?? 0;
  const matrix = file.name(font.get('Subtype')) === 'Type3' ? file.numbers(font.get('FontMatrix')) : undefined;
  const unit = matrix?.[0] || 0.001;
  const known: (FontGlyph | undefined)[] = [];
  const glyphOf = (code: number): FontGlyph => {
    const named = encoding[code];
    const text = betterText(unicodeOf(code), named ? readable(named) : named);
    const width = listed ? (file.number(listed[code - first]) ?? missing) : standardWidth(name, text ?? '');
    return { length: 1, text, width: width * unit, isSpaceCode: code === 32 };
  };
  const widthsOfLetters = (): number[] =>
    Array.from(encoding.keys(), glyphOf).flatMap(({ text, width }) => (/^[a-z]$/.test(text ?? '') ? [width] : []));
  const em = matrix ? emOf(widthsOfLetters(), matrix) : 1;
  const letters = (): LetterWidths => {
    if (!listed && !hasStandardWidths(name)) return new Map();
    const glyphs = Array.from(encoding.keys(), glyphOf);
    return new Map(
      glyphs.flatMap(({ text, width }) => (tellsTypeface(text) && width > 0 ? [[text, width / em] as const] : [])),
    );
  };
  return {
    isVertical: false,
    em,
    letters,
    glyphs: (bytes) => {
      const glyphs: FontGlyph[] = [];
      for (const code of bytes) {
        const glyph = known[code] ?? glyphOf(code);
        known[code] = glyph;
        glyphs.push(glyph);
      }
      return glyphs;
    },
  };
};

/** In ems: how wide letters are, and how much that differs from font to font. */
const usualLetter = { width: 0.5, min: 0.3, max: 1 };

/** The em of a font of drawings, told by its letters where they are not as wide as letters are. */
const emOf = (widths: readonly number[], [across = 1, , , up = 1]: readonly number[]): number => {
  const inked = widths.filter((width) => width > 0);
  const width = inked.reduce((sum, own) => sum + own, 0) / inked.length;
  const isUsual = width >= usualLetter.min && width <= usualLetter.max;
  const em = isUsual || inked.length === 0 ? 1 : width / usualLetter.width;
  return em * (Math.abs(up / across) || 1);
};

/** The text that the map gives, or the name of the glyph: some programs map a ligature to its last letter alone. */
const betterText = (mapped: string | undefined, named: string | undefined): string | undefined =>
  mapped === undefined || (named !== undefined && named.length > mapped.length && named.endsWith(mapped))
    ? named
    : mapped;

const compositeFont = (
  file: PdfFile,
  font: PdfDictionary,
  descendant: PdfDictionary,
  unicodeOf: UnicodeOf,
): ReadFont => {
  const encoding = compositeEncodingOf(file, font);
  const widths = widthsByCid(file, descendant);
  const ligatures = calibriLigatures(file, font, descendant);
  const collection = collectionOf(file, descendant);
  const inCollection = (cid: number | undefined): string | undefined => {
    const text = cid === undefined ? undefined : collection?.(cid);
    return text === undefined ? undefined : readable(text);
  };
  const usual = file.number(descendant.get('DW')) ?? 1000;
  const letters = (): LetterWidths => {
    const known = new Map<string, number>();
    for (const [cid, width] of widths) {
      const text = encoding.cidOf(cid) === cid ? unicodeOf(cid) : undefined;
      if (tellsTypeface(text) && width > 0) known.set(text, width / 1000);
    }
    return known;
  };
  const glyphOf = (code: number, own: Uint8Array): FontGlyph => {
    const { length } = own;
    const cid = encoding.cidOf(code);
    const width = cid === undefined ? (length === 1 ? 500 : usual) : (widths.get(cid) ?? usual);
    const mapped = unicodeOf(code) ?? encoding.textOf(own) ?? inCollection(cid) ?? (width === 0 ? '' : undefined);
    const isOwn = mapped === undefined || mapped === String.fromCharCode(code);
    const text = (isOwn ? ligatures.get(code) : undefined) ?? mapped;
    return { length, text, width: width / 1000, isSpaceCode: length === 1 && code === 32 };
  };
  /** Codes may have the same number and other lengths. */
  const known = new Map<number, FontGlyph>();
  return {
    isVertical: encoding.isVertical,
    em: 1,
    letters,
    glyphs: (bytes) => {
      const glyphs: FontGlyph[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = Math.max(1, encoding.lengthAt(bytes, at));
        let code = 0;
        for (let next = at; next < Math.min(at + length, bytes.length); next += 1)
          code = code * 256 + (bytes[next] ?? 0);
        const key = code * maxCodeLength + Math.min(length, bytes.length - at) - 1;
        const glyph = known.get(key) ?? glyphOf(code, bytes.subarray(at, at + length));
        if (known.size < maxKnown) known.set(key, glyph);
        glyphs.push(glyph);
        at += length;
      }
      return glyphs;
    },
  };
};

/** Widths that are set for one font, and for all of a file: a font may set one again and again, and many may share a list. */
const maxWidths = 200_000;
const maxWidthsOfFile = 4_000_000;
const widthsSet = new WeakMap<PdfFile, number>();

/** The `W` array: `c [w …]` and `first last w` (9.7.4.3). */
const widthsByCid = (file: PdfFile, descendant: PdfDictionary): Map<number, number> => {
  const widths = new Map<number, number>();
  const before = widthsSet.get(file) ?? 0;
  let left = Math.min(maxWidths, maxWidthsOfFile - before);
  if (left <= 0) return widths;
  const list = (file.array(descendant.get('W')) ?? []).map((item) => file.resolve(item));
  const all = left;
  for (let at = 0; at + 1 < list.length && left > 0; ) {
    const [first, second, third] = list.slice(at, at + 3);
    left -= 1;
    if (typeof first !== 'number') at += 1;
    else if (Array.isArray(second)) {
      for (const [by, item] of second.slice(0, left).entries()) widths.set(first + by, file.number(item) ?? 0);
      left -= second.length;
      at += 2;
    } else {
      const last = Math.min(typeof second === 'number' ? second : first, first + 65_535, first + left);
      for (let cid = first; cid <= last; cid += 1) widths.set(cid, typeof third === 'number' ? third : 0);
      left -= Math.max(0, last - first);
      at += 3;
    }
  }
  widthsSet.set(file, before + all - Math.max(0, left));
  return widths;
};
