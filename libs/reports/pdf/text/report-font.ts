import type { Font, Glyph, GlyphPosition } from 'fontkit';
import type { FontFace } from '#libs/documents/formats/pdf/fonts/font-catalogue.js';
import { mirrored } from '#libs/documents/formats/pdf/typeset/text-direction.js';

export type SimpleGlyph = Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>;

export interface Layout {
  readonly glyphs: readonly SimpleGlyph[];
  readonly positions: readonly GlyphPosition[];
  readonly advanceWidth: number;
}

export interface Shaping {
  readonly level: number;
  readonly isSimple: boolean;
}

/** Simple text has a glyph for each character: the tables that join and move glyphs take most of the time. */
export const layoutOf = (face: FontFace, text: string, { level, isSimple }: Shaping): Layout => {
  if (!isSimple || level % 2 === 1)
    return face.font.layout(mirrored(text, level), undefined, undefined, undefined, level % 2 === 1 ? 'rtl' : 'ltr');
  const glyphs = [...text].map((character) => simpleGlyph(face, character));
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
};

const known = new WeakMap<FontFace, Map<string, SimpleGlyph>>();

/** The glyph of a character by itself: the reader of fonts would measure its outline each time. */
export const simpleGlyph = (face: FontFace, character: string): SimpleGlyph => {
  const glyphs = known.get(face) ?? new Map<string, SimpleGlyph>();
  known.set(face, glyphs);
  const measured = glyphs.get(character);
  if (measured) return measured;
  const point = character.codePointAt(0) ?? 0;
  const { id, advanceWidth } = face.font.glyphForCodePoint(point);
  const glyph = { id, advanceWidth, codePoints: [point] };
  glyphs.set(character, glyph);
  return glyph;
};

/** The features that a run is drawn with: pdfkit hands them on to the font, which knows them here alone. */
export const shapingFeatures = ({ level, isSimple }: Shaping): string[] => [`${level % 2}`, `${isSimple}`];

/** A font that pdfkit has shape text as it was measured. */
export const reportFont = (face: FontFace): Font =>
  Object.create(face.font, {
    layout: {
      value: (text: string, features: readonly string[] = ['0', 'true']) =>
        layoutOf(face, text, { level: Number(features[0]), isSimple: features[1] === 'true' }),
    },
  });
