import type { DrawingWriting } from '#libs/documents/formats/drawingml/drawing-part.js';
import { relabelDrawing } from '#libs/documents/formats/drawingml/language-tags.js';
import type { DocumentFormat, MergeOptions } from '#libs/documents/formats/format.port.js';
import { maxSheets, workbookOptions } from '#libs/documents/formats/office-traits.js';
import { ForeseenTranslations } from '#libs/documents/formats/opc/foreseen-translations.js';
import { unsigning } from '#libs/documents/formats/opc/opc-signatures.js';
import { extractPackage } from '#libs/documents/formats/opc/package-text.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import { unitEdits } from '#libs/documents/formats/opc/text-unit.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import { directionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { Book } from './book.js';
import { inOneOrder } from './edit-order.js';
import { boxInPlaceOf } from './parts/picture-box.js';
import { looksOf, recalculationOf, referencesOf, textUnits } from './parts/units-of-part.js';
import { workbookTypes } from './xlsx-package.js';

const extracting: DrawingWriting = { change: undefined, fitsShape: false };

/** SpreadsheetML in an Office Open XML package (ECMA-376, transitional and strict), without and with macros. */
export const xlsxFormat: DocumentFormat = {
  name: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extensions: ['xlsx', 'xlsm', 'xltx', 'xltm'],
  container: 'zip',
  options: workbookOptions,
  maxPages: maxSheets,
  recognises: ({ packageType = '' }) => workbookTypes.has(packageType),

  async *extract(file, options) {
    const book = await Book.open(file, options);
    for await (const { segments } of book.firstUnits()) if (segments.length > 0) yield [...segments];
    const skipped = yield* extractPackage(book.xlsx.archive, (entry) => textUnits(book, entry, extracting));
    return {
      pageCount: Math.max(1, book.xlsx.visibleSheets),
      skipped: [...book.survey.skipped, ...skipped],
      ...(book.survey.warnings.length === 0 ? {} : { warnings: book.survey.warnings }),
    };
  },

  async *merge(file, options, translations) {
    const book = await Book.open(file, options, options.includeSource);
    const { archive } = book.xlsx;
    const foreseen = new ForeseenTranslations(translations);
    const { next } = foreseen;
    for await (const _ of unitEdits(book.firstUnits(), next));
    const writing = { ...writingOf(options), overflows: book.overflows };
    const signatures = await unsigning(archive, options);
    yield* copyArchive(archive, async (entry) => {
      const unsigned = signatures.rewrite(entry);
      if (unsigned !== undefined) return unsigned;
      if (entry === book.xlsx.workbook && book.survey.withFormulas.size > 0) {
        book.recalculates = await foreseen.anyChange(segmentsFrom(book.readAhead, entry));
      }
      const looks = looksOf(book, entry, writing);
      const units = [textUnits(book, entry, writing), looks, referencesOf(book, entry), recalculationOf(book, entry)];
      const edits = units.flatMap((each) => (each === undefined ? [] : [unitEdits(each, next)]));
      return rewrittenPart(archive, entry, inOneOrder(edits));
    });
    return { ...book.overflows.summary, warnings: [...book.warnings, ...signatures.warnings] };
  },
};

/** The segments of an entry and of those behind it. */
async function* segmentsFrom(book: Book, first: ZipEntry): AsyncGenerator<Segment, void> {
  const { physicalOrder } = book.xlsx.archive;
  for (const entry of physicalOrder.slice(physicalOrder.indexOf(first))) {
    for await (const { segments } of textUnits(book, entry, extracting) ?? []) {
      for (const { parts } of segments) yield parts;
    }
  }
}

const writingOf = (options: MergeOptions): DrawingWriting => {
  const { sourceLanguage, targetLanguage, preserveLayout, preserveImages, includeSource } = options;
  const relabel = relabelDrawing(sourceLanguage, targetLanguage);
  const change = directionChange(sourceLanguage, targetLanguage);
  return {
    change,
    relabel,
    fitsShape: preserveLayout,
    source: includeSource ? { language: relabel && sourceLanguage } : undefined,
    inPlaceOfPicture: preserveImages
      ? undefined
      : (picture, nameTag, words) => boxInPlaceOf(picture, nameTag, words, change),
  };
};
