import { multiply } from '#libs/documents/formats/geometry/matrix.js';
import type { ShowOperator } from '../content/show-operator.js';
import type { PlacedGlyph } from '../layout/fragments.js';
import { serializeValue, serializeNumber as written } from '../objects/pdf-serializer.js';
import { PdfName, textString } from '../objects/pdf-values.js';
import type { Fit } from './fit.js';
import { type ShapedText, widthOfSign } from './shaping.js';

/** Operators that draw glyphs of the source in its own font; `matrixAt` gives the text matrix at a distance from the first. */
export const signOperators = (
  { style, actualText }: ShapedText,
  signs: readonly PlacedGlyph[],
  matrixAt: (by: number) => string,
  { scale }: Fit,
): string[] => {
  const out: string[] = [];
  if (actualText !== undefined) out.push(`/Span <</ActualText ${serializeValue(textString(actualText))}>> BDC`);
  let by = 0;
  for (const { show, glyph } of signs) {
    const bytes = show.items[glyph.string];
    const { fontName, font } = show.state;
    const size = (style.height * scale) / (font?.em ?? 1);
    if (fontName === undefined || !(bytes instanceof Uint8Array)) continue;
    const code = Buffer.from(bytes.subarray(glyph.at, glyph.at + glyph.length)).toString('hex');
    out.push(
      `${serializeValue(new PdfName(fontName))} ${written(size)} Tf 0 Tc`,
      `${written(100 * stretchOf(show))} Tz ${matrixAt(by)} Tm`,
      `${written(style.rise * scale)} Ts <${code}> Tj 0 Ts`,
    );
    by += widthOfSign(glyph.advance, style) * scale;
  }
  if (actualText !== undefined) out.push('EMC');
  return out;
};

/** How much wider than high an em is in the source. */
const stretchOf = ({ state, textMatrix, height }: ShowOperator): number => {
  const [a, b] = multiply(textMatrix, state.matrix);
  const ratio = (Math.abs(state.size * state.scale) * (state.font?.em ?? 1) * Math.hypot(a, b)) / height;
  return ratio > 0.1 && ratio < 10 && Math.abs(ratio - 1) > 0.005 ? ratio : 1;
};
