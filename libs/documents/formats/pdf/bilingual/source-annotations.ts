import type { Page } from '../document/pages.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfName, PdfReference, PdfStream, type PdfValue } from '../objects/pdf-values.js';

const maxAnnotations = 5_000;
const linkEntries = ['Rect', 'F', 'Border', 'BS', 'C', 'H', 'QuadPoints', 'Dest'];
/** Actions of links that lead somewhere, and do nothing else. */
const leading = new Set(['GoTo', 'GoToR', 'URI', 'Named']);
const drawnEntries = ['Rect', 'OC', 'C', 'CA'];

const hidden = 2;
const readOnly = 64;
const locked = 128;

/**
 * The annotations of a page as its copy has them: links, and the looks of all others. A look is a stamp that nothing can be
 * entered in, so that a field or a comment is in the file once; `formOf` gives the form of its source.
 */
export const sourceAnnotations = (
  file: PdfFile,
  page: Page,
  formOf: (form: PdfReference) => PdfReference,
): PdfDictionary[] =>
  (file.array(page.dictionary.get('Annots')) ?? []).slice(0, maxAnnotations).flatMap((value) => {
    const annotation = file.dictionary(value);
    if (!annotation) return [];
    const copy = file.name(annotation.get('Subtype')) === 'Link' ? linkOf(file, annotation) : undefined;
    return copy ?? lookOf(file, annotation, formOf) ?? [];
  });

const linkOf = (file: PdfFile, annotation: PdfDictionary): PdfDictionary => {
  const link = entriesOf(annotation, 'Link', linkEntries);
  const action = annotation.get('A');
  if (action !== undefined && leading.has(file.name(file.dictionary(action)?.get('S')) ?? '')) link.set('A', action);
  return link;
};

/** Undefined for what has none, or does not show. */
const lookOf = (
  file: PdfFile,
  annotation: PdfDictionary,
  formOf: (form: PdfReference) => PdfReference,
): PdfDictionary | undefined => {
  const flags = file.number(annotation.get('F')) ?? 0;
  const appearance = appearanceOf(file, annotation);
  if (!appearance || (flags & hidden) !== 0 || file.name(annotation.get('Subtype')) === 'Popup') return undefined;
  return entriesOf(annotation, 'Stamp', drawnEntries)
    .set('F', flags | readOnly | locked)
    .set('AP', new Map([['N', formOf(appearance)]]));
};

/** The form that an annotation shows now; of several, that of its state. */
const appearanceOf = (file: PdfFile, annotation: PdfDictionary): PdfReference | undefined => {
  const usual = file.dictionary(annotation.get('AP'))?.get('N');
  const shown =
    file.resolve(usual) instanceof PdfStream
      ? usual
      : file.dictionary(usual)?.get(file.name(annotation.get('AS')) ?? '');
  return shown instanceof PdfReference && file.resolve(shown) instanceof PdfStream ? shown : undefined;
};

const entriesOf = (annotation: PdfDictionary, subtype: string, keys: readonly string[]): PdfDictionary => {
  const copy: PdfDictionary = new Map<string, PdfValue>([
    ['Type', new PdfName('Annot')],
    ['Subtype', new PdfName(subtype)],
  ]);
  for (const key of keys) {
    const value = annotation.get(key);
    if (value !== undefined) copy.set(key, value);
  }
  return copy;
};
