import { type Rule, sidesOf } from '../content/ruled-lines.js';
import type { PdfFile } from '../objects/pdf-file.js';
import type { Page } from './pages.js';

const maxFields = 2_000;
/** Flags of an annotation that does not show: hidden, and not on a screen. */
const hidden = 2 | 32;

/** The sides of the form fields of a page, which part texts and keep them out as lines do that the page draws. */
export const fieldSides = (file: PdfFile, { dictionary }: Page): Rule[] => {
  const sides: Rule[] = [];
  for (const value of (file.array(dictionary.get('Annots')) ?? []).slice(0, maxFields)) {
    const annotation = file.dictionary(value);
    if (!annotation || file.name(annotation.get('Subtype')) !== 'Widget') continue;
    const [x, y, otherX, otherY] = file.numbers(annotation.get('Rect')) ?? [];
    if (((file.number(annotation.get('F')) ?? 0) & hidden) !== 0 || otherY === undefined) continue;
    if (x === undefined || y === undefined || otherX === undefined || x === otherX || y === otherY) continue;
    sides.push(...sidesOf([x, y], [otherX, otherY]));
  }
  return sides;
};
