import type { PdfFile } from '../objects/pdf-file.js';
import type { PdfDictionary } from '../objects/pdf-values.js';

/** How far a font says that its letters go above the baseline and, as a number below 0, below it, in ems. */
export interface FontHeights {
  ascent: number;
  descent: number;
}

/** Those of the standard fonts (Core 14 metrics), which programs have of their own where a file does not embed them. */
const standardHeights: readonly [name: RegExp, heights: FontHeights][] = [
  [/helvetica|arial/i, { ascent: 0.718, descent: -0.207 }],
  [/times/i, { ascent: 0.683, descent: -0.217 }],
  [/courier/i, { ascent: 0.629, descent: -0.157 }],
];

/** Whether a font can be so high: some files have zeros there, or numbers of another unit. */
const isUsual = ({ ascent, descent }: FontHeights): boolean =>
  ascent >= 0.4 && ascent <= 1.3 && descent <= -0.05 && descent >= -0.6;

const isEmbedded = (descriptor: PdfDictionary | undefined): boolean =>
  ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key));

/** The heights of a font, by which programs mark its lines; undefined where the file does not state them. */
export const heightsIn = (
  file: PdfFile,
  name: string,
  descriptor: PdfDictionary | undefined,
): FontHeights | undefined => {
  const standard = isEmbedded(descriptor) ? undefined : standardHeights.find(([names]) => names.test(name));
  if (standard) return standard[1];
  const heights = {
    ascent: (file.number(descriptor?.get('Ascent')) ?? 0) / 1000,
    descent: -Math.abs(file.number(descriptor?.get('Descent')) ?? 0) / 1000,
  };
  return isUsual(heights) ? heights : undefined;
};
