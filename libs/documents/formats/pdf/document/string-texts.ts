import type { FormatOptions, SegmentRole } from '../../format.port.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { PdfReference, type PdfValue, textOf, textString } from '../objects/pdf-values.js';
import type { ObjectEdits } from './object-edits.js';
import type { Page } from './pages.js';

/** A text of the file that is no part of a page's content. */
export interface StringText {
  role: SegmentRole;
  text: string;
  write(translation: string, edits: ObjectEdits): void;
}

const maxBookmarks = 50_000;
const markup = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink FileAttachment'.split(
    ' ',
  ),
);

/** The text of an entry of an object of its own; none without a letter. */
export const textsOfEntry = (
  file: PdfFile,
  reference: PdfValue | undefined,
  key: string,
  role: SegmentRole,
): StringText[] => {
  if (!(reference instanceof PdfReference)) return [];
  const whole = textOf(file.resolve(file.dictionary(reference)?.get(key))) ?? '';
  const text = whole.trim();
  if (!/\p{L}/u.test(text)) return [];
  return [
    {
      role,
      text,
      write: (translation, edits) => edits.set(reference, key, textString(whole.replace(text, () => translation))),
    },
  ];
};

/** Texts of the links, form fields and comments of a page. */
export const annotationTexts = (file: PdfFile, page: Page, options: FormatOptions): StringText[] =>
  (file.array(page.dictionary.get('Annots')) ?? []).flatMap((reference) => {
    const subtype = file.name(file.dictionary(reference)?.get('Subtype')) ?? '';
    if (subtype === 'Link' && options.translateAltText) return textsOfEntry(file, reference, 'Contents', 'alt_text');
    if (subtype === 'Widget' && options.translateAltText) return textsOfEntry(file, reference, 'TU', 'alt_text');
    return markup.has(subtype) && options.translateComments ? textsOfEntry(file, reference, 'Contents', 'note') : [];
  });

/** The titles of bookmarks. */
export function* bookmarkTexts(file: PdfFile): Generator<StringText, void> {
  const seen = new Set<number>();
  const waiting: PdfValue[] = [file.dictionary(file.catalogue.get('Outlines'))?.get('First') ?? null];
  while (waiting.length > 0 && seen.size < maxBookmarks) {
    const reference = waiting.pop();
    if (!(reference instanceof PdfReference) || seen.has(reference.number)) continue;
    seen.add(reference.number);
    const item = file.dictionary(reference);
    yield* textsOfEntry(file, reference, 'Title', 'heading');
    waiting.push(item?.get('Next') ?? null, item?.get('First') ?? null);
  }
}

/** The title of the document's information. */
export const titleTexts = (file: PdfFile): StringText[] =>
  textsOfEntry(file, file.trailer.get('Info'), 'Title', 'title');
