import { FormatError } from '../../format.errors.js';
import type { Pagination, SourceFile } from '../../format.port.js';
import { paragraphOfMark } from '../../layout/page-marks.js';
import { PdfFile } from '../objects/pdf-file.js';
import { PdfReference } from '../objects/pdf-values.js';
import { pagesOf } from './pages.js';

/**
 * The pages that marked paragraphs begin on, by the named destinations that LibreOffice writes for bookmarks.
 * @throws FormatError `invalid` where there are none, as versions before 7.4 write it
 */
export const paginationOf = async (source: SourceFile): Promise<Pagination> => {
  const file = await PdfFile.open(source);
  const pages = new Map(pagesOf(file).map(({ reference, number }) => [reference.number, number]));
  const found: Pagination['places'][number][] = [];
  for (const [name, value] of file.dictionary(file.catalogue.get('Dests')) ?? []) {
    const paragraph = paragraphOfMark(name);
    const [reference] = file.array(value) ?? [];
    const page = reference instanceof PdfReference ? pages.get(reference.number) : undefined;
    if (paragraph !== undefined && page !== undefined) found.push({ paragraph, page });
  }
  if (found.length === 0) throw new FormatError('invalid', 'The PDF has no marked paragraphs.');
  const ordered = found.sort((one, other) => one.paragraph - other.paragraph);
  return { pageCount: pages.size, places: ordered.filter(({ page }, at) => page !== ordered[at - 1]?.page) };
};
