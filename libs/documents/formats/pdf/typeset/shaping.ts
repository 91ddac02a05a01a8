import type { CjkRegion } from '../fonts/cjk-fonts.js';
import { type FontFace, faceFor } from '../fonts/font-catalogue.js';
import type { PlacedGlyph } from '../layout/fragments.js';
import type { TextStyle } from '../layout/text-style.js';
import { mirrored } from './text-direction.js';

/** A glyph of a translation; lengths are in ems. */
export interface SetGlyph {
  /** 0 where no font has the character. */
  id: number;
  text: string;
  advance: number;
  /** The advance by the font, without kerning. */
  width: number;
  shiftAlong: number;
  shiftUp: number;
}

/** Text of one style, one face and one direction; its glyphs are in the order in which they are drawn. */
export interface ShapedText {
  face: FontFace;
  style: TextStyle;
  level: number;
  glyphs: readonly SetGlyph[];
  /** Its text, where the glyphs do not tell it one by one. */
  actualText: string | undefined;
  /** In ems. */
  width: number;
  /** Glyphs of the source that it draws instead. */
  signs?: readonly PlacedGlyph[];
}

/** Part of the em that a character without a glyph takes. */
const missingWidth = 0.6;
const controls = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/u;
const joiners = /[\p{M}\u200c\u200d]/u;

const cache = new Map<string, readonly ShapedText[]>();
const maxCached = 20_000;

/** The text shaped in as many faces as it needs, these in the order of the text. */
export const shape = (text: string, style: TextStyle, level: number, region: CjkRegion): readonly ShapedText[] => {
  const { family, isBold, isItalic, typeface } = style;
  const key = `${family}${isBold}${isItalic}${typeface}${region} ${level} ${text}`;
  const known = cache.get(key);
  if (known) return known.map((piece) => ({ ...piece, style }));
  const shaped = runsByFace(text, style, region).map((run) => shapeRun(run.face, run.text, style, level));
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, shaped);
  return shaped;
};

/** Glyphs of the source as they were drawn there. */
export const signsAsDrawn = (signs: readonly PlacedGlyph[], style: TextStyle, level: number): ShapedText => {
  const face = faceFor(style, 'x');
  if (!face) throw new Error('There is no font');
  const width = signs.reduce((sum, { glyph }) => sum + widthOfSign(glyph.advance, style), 0) / style.height;
  const isTexted = signs.some(({ show }) => show.marked);
  const actualText = isTexted ? signs.map(({ text }) => text).join('') : undefined;
  return { face, style, level, glyphs: [], actualText, width, signs };
};

/** A sign of which no width is known takes what a character without a glyph does. */
export const widthOfSign = (advance: number, { height }: TextStyle): number =>
  advance > 0 ? advance : missingWidth * height;

const runsByFace = (
  text: string,
  style: TextStyle,
  region: CjkRegion,
): { face: FontFace | undefined; text: string }[] => {
  const runs: { face: FontFace | undefined; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    if (last && joiners.test(character) && last.face?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) {
      last.text += character;
      continue;
    }
    if (controls.test(character)) continue;
    const face = faceFor(style, character, region);
    if (last && last.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
};

const shapeRun = (face: FontFace | undefined, text: string, style: TextStyle, level: number): ShapedText => {
  const usual = face ?? faceFor(style, 'x');
  if (!usual) throw new Error('There is no font');
  const glyphs = face ? glyphsOf(face, text, level) : [...text].map(missing);
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  const actualText = isOneByOne(text, glyphs, level) ? undefined : text;
  return { face: usual, style, level, glyphs, actualText, width };
};

/** Whether the texts of the glyphs, in their order, are the text: those of some scripts change places. */
const isOneByOne = (text: string, glyphs: readonly SetGlyph[], level: number): boolean =>
  (level % 2 === 0 ? glyphs : glyphs.toReversed()).map((glyph) => glyph.text).join('') === text;

const missing = (character: string): SetGlyph => ({
  id: 0,
  text: character,
  advance: missingWidth,
  width: missingWidth,
  shiftAlong: 0,
  shiftUp: 0,
});

/** The tables of a font with tens of thousands of glyphs are not asked where there is nothing to join. */
const oneGlyph = (font: FontFace['font'], character: string): SetGlyph => {
  const { id, advanceWidth } = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  const width = advanceWidth / font.unitsPerEm;
  return { id, text: character, advance: width, width, shiftAlong: 0, shiftUp: 0 };
};

const glyphsOf = ({ font, isCff }: FontFace, text: string, level: number): SetGlyph[] => {
  const em = font.unitsPerEm;
  if (isCff && !joiners.test(text)) return [...text].map((character) => oneGlyph(font, character));
  const direction = level % 2 === 1 ? 'rtl' : 'ltr';
  const { glyphs, positions } = font.layout(mirrored(text, level), undefined, undefined, undefined, direction);
  return glyphs.map((glyph, at) => {
    const position = positions[at];
    return {
      id: glyph.id,
      text: mirrored(String.fromCodePoint(...glyph.codePoints), level),
      advance: (position?.xAdvance ?? glyph.advanceWidth) / em,
      width: glyph.advanceWidth / em,
      shiftAlong: (position?.xOffset ?? 0) / em,
      shiftUp: (position?.yOffset ?? 0) / em,
    };
  });
};
