import type { PlacedGlyph } from './fragments.js';
import type { TextStyle } from './paragraph-text.js';

/** A sign that a translation keeps: it is drawn with the font and the code of the source. */
export interface SourceSign {
  style: TextStyle;
  /** The name of the font in the resources of the content. */
  fontName: string;
  code: Uint8Array;
  /** Its advance in ems. */
  width: number;
}

/** Signs of a paragraph beyond which it is drawn, not written. */
const maxSigns = 64;
/** The part of its glyphs that may be signs. */
const maxShare = 0.4;

/** Private use, emoji, and the blocks of technical signs, shapes, dingbats and arrows that fonts of text lack. */
const drawnSigns =
  /^(?:[\p{Co}\p{Emoji_Presentation}\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u{1f000}-\u{1faff}]|\ufe0f|\u200d)+$/u;

const isUnexplained = ({ glyph, text }: PlacedGlyph): boolean => glyph.text === undefined && text !== '';

/** Whether a glyph is a sign that nothing tells, or that fonts of translations have not; what a translation wrote is text. */
export const isSourceSign = (glyph: PlacedGlyph): boolean =>
  isUnexplained(glyph) || (glyph.show.paragraph === undefined && drawnSigns.test(glyph.text));

const startsWord = ({ text, isApart }: PlacedGlyph): boolean => !isApart && /^[\p{L}\p{N}]/u.test(text);
const endsWord = ({ text }: PlacedGlyph): boolean => /[\p{L}\p{N}]$/u.test(text);

/**
 * Whether the glyphs of a line can be told: all but signs that stand by themselves. One within a word is a letter or a ligature
 * that nothing tells, without which the word is another.
 */
export const isReadable = (glyphs: readonly PlacedGlyph[]): boolean =>
  glyphs.every((glyph, at) => {
    if (!isUnexplained(glyph)) return true;
    const [before, after] = [glyphs[at - 1], glyphs[at + 1]];
    return !(before && !glyph.isApart && endsWord(before)) && !(after && startsWord(after));
  });

/** Whether a paragraph of so many glyphs is text with some signs in it. */
export const isText = (signs: number, glyphs: number): boolean => signs <= maxSigns && signs <= maxShare * glyphs;

export const sourceSignOf = ({ glyph, show }: PlacedGlyph, style: TextStyle): SourceSign | undefined => {
  const item = show.items[glyph.string];
  if (show.state.fontName === undefined || !(item instanceof Uint8Array) || show.height === 0) return undefined;
  return {
    style,
    fontName: show.state.fontName,
    code: item.subarray(glyph.at, glyph.at + glyph.length),
    width: glyph.advance / show.height,
  };
};
