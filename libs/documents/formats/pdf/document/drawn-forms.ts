import { identity, type Matrix, matrixFrom, multiply } from '#libs/documents/formats/geometry/matrix.js';
import { type Box, boxOf } from '../content/box.js';
import { pictureBox } from '../content/content-interpreter.js';
import type { InterpretedContent } from '../content/interpreted-content.js';
import { type Rule, sidesOf } from '../content/ruled-lines.js';
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
    const sides = sidesOfForm(file, form.dictionary, matrix);
    const { bottom, top } = boxOf(sides.map(({ from }) => from));
    return top - bottom > maxHeight * pageHeight ? [] : sides;
  });
};

const maxPictures = 2_000;

/** The boxes of the pictures that a content draws, and of the forms without text. */
export const pictureBoxes = (file: PdfFile, resources: PdfDictionary, drawn: InterpretedContent['drawn']): Box[] => {
  const objects = file.dictionary(resources.get('XObject'));
  return drawn.slice(0, maxPictures).flatMap(({ name, matrix }) => {
    const picture = file.resolve(objects?.get(name));
    if (!(picture instanceof PdfStream)) return [];
    if (file.name(picture.dictionary.get('Subtype')) === 'Image') return [pictureBox(matrix)];
    if (showsText(file, picture.dictionary)) return [];
    const sides = sidesOfForm(file, picture.dictionary, matrix);
    return sides.length === 0 ? [] : [boxOf(sides.map(({ from }) => from))];
  });
};

const showsText = (file: PdfFile, form: PdfDictionary): boolean =>
  file.name(form.get('Subtype')) === 'Form' &&
  (file.dictionary(file.dictionary(form.get('Resources'))?.get('Font'))?.size ?? 0) > 0;

/** The sides of a form where it is drawn; none where it has no box. */
const sidesOfForm = (file: PdfFile, form: PdfDictionary, matrix: Matrix): Rule[] => {
  const [x, y, otherX, otherY] = file.numbers(form.get('BBox')) ?? [];
  if (x === undefined || y === undefined || otherX === undefined || otherY === undefined) return [];
  const placed = multiply(matrixFrom(file.numbers(form.get('Matrix'))) ?? identity, matrix);
  return sidesOf([x, y], [otherX, otherY], placed);
};
