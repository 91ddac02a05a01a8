import type { FormatWarning } from '../../format.port.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { PdfStream, type PdfValue } from '../objects/pdf-values.js';
import type { Page } from './pages.js';

/** Bytes at the end of a file in which its mark stands; some programs append a little. */
const maxBehindEnd = 4_096;
/** Pages that a warning names. */
const maxNamed = 10;

/** A warning of a file that ends too early, or of which pages are missing; none for others. The count is that of those pages, at least 1. */
export const damageOf = (file: PdfFile, pages: readonly Page[]): FormatWarning[] => {
  const end = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length).subarray(-maxBehindEnd);
  const isCut = end.indexOf('%%EOF', 0, 'latin1') < 0;
  const isListLost = file.madeObjects.size > 0;
  const said = isListLost ? 0 : (file.number(file.dictionary(file.catalogue.get('Pages'))?.get('Count')) ?? 0);
  const lost = pages.filter(({ dictionary }) => isLost(file, dictionary.get('Contents'))).map(({ number }) => number);
  const missing = lost.length + (file.isSearched ? Math.max(0, said - pages.length) : 0);
  if (!isCut && missing === 0 && !isListLost) return [];
  const message = [
    isCut ? 'The file ends too early' : 'Parts of the file are missing',
    pagesSaid(isListLost ? undefined : said, pages.length),
    ...(lost.length > 0 ? [`no text is left of ${named(lost)}`] : []),
    ...(isCut ? shortened(file, pages) : []),
  ].join('; ');
  return [{ code: 'file_damaged', message: `${message}. What was found is translated.`, count: Math.max(1, missing) }];
};

const pagesSaid = (said: number | undefined, found: number): string => {
  const are = found === 1 ? '1 page was' : `${found} pages were`;
  if (said === undefined) return `its list of pages is lost, and ${are} found`;
  return said > found
    ? `of its ${said} pages ${found} ${found === 1 ? 'is' : 'are'} there`
    : `${are} found, as it says`;
};

const named = (numbers: readonly number[]): string => {
  const first = numbers.slice(0, maxNamed).join(', ');
  const others = numbers.length - maxNamed;
  return `${numbers.length === 1 ? 'page' : 'pages'} ${first}${others > 0 ? ` and ${others} more` : ''}`;
};

const contentsOf = (file: PdfFile, contents: PdfValue | undefined): (PdfValue | undefined)[] => {
  if (contents === undefined || contents === null) return [];
  const found = file.resolve(contents);
  return Array.isArray(found) ? found.map((item) => file.resolve(item)) : [found];
};

/** Whether a page names contents that are not in the file. */
const isLost = (file: PdfFile, contents: PdfValue | undefined): boolean =>
  contentsOf(file, contents).some((part) => part === undefined);

/** Names the page whose text ends with the file. */
const shortened = (file: PdfFile, pages: readonly Page[]): string[] => {
  const end = file.bytes.byteOffset + file.bytes.length;
  const last = pages.find(({ dictionary }) =>
    contentsOf(file, dictionary.get('Contents')).some(
      (part) =>
        part instanceof PdfStream &&
        part.raw.buffer === file.bytes.buffer &&
        part.raw.byteOffset + part.raw.length >= end,
    ),
  );
  return last === undefined ? [] : [`the text of page ${last.number} ends too early`];
};
