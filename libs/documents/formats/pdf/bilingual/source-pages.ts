import type { ObjectEdits } from '../document/object-edits.js';
import { type Page, sourceKey } from '../document/pages.js';
import type { IncrementalUpdate } from '../objects/incremental-update.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { serializeValue } from '../objects/pdf-serializer.js';
import { type PdfDictionary, PdfReference, type PdfValue, textString } from '../objects/pdf-values.js';
import { repeatedLabels } from './page-labels.js';
import { insertPages } from './page-tree.js';
import { sourceAnnotations } from './source-annotations.js';
import { SourceForms } from './source-forms.js';

/** Entries of a page that lead to what is in the file once, or that do something. */
const ownEntries = ['Annots', 'StructParents', 'Tabs', 'B', 'AA', 'Metadata', 'PieceInfo', 'ID', 'PresSteps'];

interface SourcePages {
  /** All pages of the file, and those that get a copy. */
  pages: readonly Page[];
  isCopied(page: Page): boolean;
  /** Objects of the forms that the translation changed. */
  changedForms: ReadonlySet<number>;
  language: string;
}

/** Puts each page of the source before its translation, which takes the place of the page in links, bookmarks and structure. */
export const addSourcePages = (
  file: PdfFile,
  update: IncrementalUpdate,
  edits: ObjectEdits,
  { pages, isCopied, changedForms, language }: SourcePages,
): void => {
  const forms = new SourceForms(file, update, changedForms);
  const inLanguage = languageStreams(update, language);
  const copies = new Map<number, PdfReference>();
  for (const page of pages) {
    if (!isCopied(page)) continue;
    const reference = update.reserve();
    const dictionary: PdfDictionary = new Map(page.dictionary);
    for (const key of ownEntries) dictionary.delete(key);
    dictionary.set(sourceKey, true);
    const resources = forms.resources(page.resources);
    if (resources) dictionary.set('Resources', resources);
    const contents = contentsOf(file, page);
    if (contents.length > 0) dictionary.set('Contents', inLanguage(contents));
    const annotations = sourceAnnotations(file, page, forms.of);
    if (annotations.length > 0)
      dictionary.set(
        'Annots',
        annotations.map((annotation) => update.add(annotation.set('P', reference))),
      );
    update.write(reference, dictionary);
    copies.set(page.reference.number, reference);
  }
  insertPages(file, edits, copies);
  const root = file.trailer.get('Root');
  const times = pages.map(({ reference }) => (copies.has(reference.number) ? 2 : 1));
  if (root instanceof PdfReference) edits.set(root, 'PageLabels', update.add(repeatedLabels(file, times)));
};

const contentsOf = (file: PdfFile, { dictionary }: Page): PdfValue[] => {
  const value = dictionary.get('Contents') ?? null;
  return file.array(value) ?? (value instanceof PdfReference ? [value] : []);
};

/** Contents with the name of their language around them, which is not that of the file. */
const languageStreams = (
  update: IncrementalUpdate,
  language: string,
): ((contents: readonly PdfValue[]) => PdfValue[]) => {
  const stream = (operators: string): PdfReference => {
    const reference = update.reserve();
    update.writeStream(reference, new Map(), Buffer.from(operators, 'latin1'));
    return reference;
  };
  const begin = stream(`/Span <</Lang ${serializeValue(textString(language))}>> BDC`);
  const end = stream('EMC');
  return (contents) => [begin, ...contents, end];
};
