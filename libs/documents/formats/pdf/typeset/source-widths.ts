import { minFactor } from '../fonts/typefaces.js';
import type { ParagraphText } from '../layout/paragraph-text.js';
import type { Paragraph } from '../layout/paragraphs.js';
import type { TextStyle } from '../layout/text-style.js';
import { styleKeyOf } from './page-fits.js';
import type { Word } from './words.js';

/** A text, the paragraphs that it is in, and it as the fonts of translations draw it. */
export interface MeasuredText {
  paragraphs: readonly Paragraph[];
  text: ParagraphText;
  words: readonly Word[];
}

/** Fonts of one width differ by so much, as files round widths. */
const roundedBy = 0.002;

/**
 * The texts with the heights at which the fonts of translations are as wide as those of the source: at its size they are
 * wider most often, and lines would break elsewhere. Texts of one style have one height; none becomes larger.
 */
export const asWideAsSource = (measured: readonly MeasuredText[]): ParagraphText[] => {
  const widths = new Map<string, { source: number; set: number }>();
  for (const { paragraphs, text, words } of measured) {
    const of = widths.get(styleKeyOf(text.style)) ?? { source: 0, set: 0 };
    for (const paragraph of paragraphs) of.source += inkedWidth(paragraph);
    of.set += words.reduce((sum, { width }) => sum + width, 0);
    widths.set(styleKeyOf(text.style), of);
  }
  return measured.map(({ paragraphs, text }) => {
    const { source, set } = widths.get(styleKeyOf(text.style)) ?? { source: 0, set: 0 };
    const isRecognised = paragraphs[0]?.lines[0]?.glyphs[0]?.show.cover !== undefined;
    if (isRecognised || !(source > 0 && set > source * (1 + roundedBy))) return text;
    const factor = Math.max(minFactor, source / set);
    const scaled = (style: TextStyle): TextStyle => ({
      ...style,
      height: style.height * factor,
      heights: style.heights && {
        ascent: style.heights.ascent / factor,
        descent: style.heights.descent / factor,
      },
    });
    const styles = new Map([...text.styles].map(([id, style]) => [id, text.signs.has(id) ? style : scaled(style)]));
    return { ...text, style: scaled(text.style), styles };
  });
};

const inkedWidth = ({ lines }: Paragraph): number => {
  let width = 0;
  for (const { glyphs } of lines)
    for (const { text, along, end } of glyphs) if (text.trim() !== '') width += end - along;
  return width;
};
