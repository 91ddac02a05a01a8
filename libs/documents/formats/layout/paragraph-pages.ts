import type { DocumentSummary, FormatOptions, FormatWarning, PageRange, Pagination } from '../format.port.js';

/** The pages of paragraphs that are asked for in their order. */
export class LaidOutPages {
  private paragraph = -1;
  private at = 0;

  constructor(private readonly places: Pagination['places']) {}

  /** The page that the next paragraph begins on. */
  next(): number {
    this.paragraph += 1;
    while ((this.places[this.at + 1]?.paragraph ?? Number.POSITIVE_INFINITY) <= this.paragraph) this.at += 1;
    return this.places[this.at]?.page ?? 1;
  }
}

export const isInRange = (page: number, range: PageRange): boolean =>
  range.some(({ from, to }) => from <= page && page <= to);

const estimated: FormatWarning = {
  code: 'pages_estimated',
  message: 'The pages of the page range were told by the page breaks in the file, because it could not be laid out.',
  count: 1,
};

/** The part of a document's summary that follows from its layout, or from the lack of one where a page range needs it. */
export const layoutSummary = ({
  pageRange,
  pagination,
}: Pick<FormatOptions, 'pageRange' | 'pagination'>): Pick<DocumentSummary, 'pageCount' | 'warnings'> => {
  if (pagination !== undefined) return { pageCount: pagination.pageCount };
  return pageRange === undefined ? {} : { warnings: [estimated] };
};
