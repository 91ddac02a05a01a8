import { identity, type Matrix, matrixFrom, multiply } from '#libs/documents/formats/geometry/matrix.js';
import type { InterpretedContent } from '../content/interpreted-content.js';
import type { Point, Rule } from '../content/ruled-lines.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfStream } from '../objects/pdf-values.js';

const maxForms = 2_000;
/** Part of the height of a page: a form that is higher is no field, but what the page or a part of it is drawn in. */
const maxHeight = 0.25;

/**
 * The sides of the forms with text that a content draws, such as fields that were filled in and made part of the page:
 * they part the texts of the content and keep them out, as those of fields do.
 */
export const formSides = (
  file: PdfFile,
  resources: PdfDictionary,
  drawn: InterpretedContent['drawn'],
  pageHeight: number,
): Rule[] => {
  const objects = file.dictionary(resources.get('XObject'));
  return drawn.slice(0, maxForms).flatMap(({ name, matrix }) => {
    const form = file.resolve(objects?.get(name));
    if (!(form instanceof PdfStream) || !showsText(file, form.dictionary)) return [];
    const corners = cornersOf(file, form.dictionary, matrix);
    const heights = corners.map(([, y]) => y);
    if (Math.max(...heights) - Math.min(...heights) > maxHeight * pageHeight) return [];
    return corners.map((from, at): Rule => ({ from, to: corners[(at + 1) % corners.length] ?? from, isEdge: false }));
  });
};

const showsText = (file: PdfFile, form: PdfDictionary): boolean =>
  file.name(form.get('Subtype')) === 'Form' &&
  (file.dictionary(file.dictionary(form.get('Resources'))?.get('Font'))?.size ?? 0) > 0;

/** The corners of a form where it is drawn; none where it has no box. */
const cornersOf = (file: PdfFile, form: PdfDictionary, matrix: Matrix): Point[] => {
  const [x, y, otherX, otherY] = file.numbers(form.get('BBox')) ?? [];
  if (x === undefined || y === undefined || otherX === undefined || otherY === undefined) return [];
  const [a, b, c, d, e, f] = multiply(matrixFrom(file.numbers(form.get('Matrix'))) ?? identity, matrix);
  return [
    [x, y],
    [otherX, y],
    [otherX, otherY],
    [x, otherY],
  ].map(([px = 0, py = 0]): Point => [a * px + c * py + e, b * px + d * py + f]);
};
