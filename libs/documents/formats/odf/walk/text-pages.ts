import type { FormatOptions, PageRange } from '#libs/documents/formats/format.port.js';
import { isInRange, LaidOutPages } from '#libs/documents/formats/layout/paragraph-pages.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { odfValue } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { paragraphNames } from './text-blocks.js';

/** The pages of a text document by its breaks: those of styles, and those that the program found which saved it. */
class BreakPages {
  private page = 1;
  private isPageEmpty = true;

  break(): void {
    if (!this.isPageEmpty) this.page += 1;
    this.isPageEmpty = true;
  }

  /** The page of a paragraph that begins here. */
  next(): number {
    this.isPageEmpty = false;
    return this.page;
  }
}

/** Tells which paragraphs of a text document are on the pages of a range; they are entered in their order. */
export class TextPages {
  /** Whether what stands here is in the range. */
  isInRange: boolean;
  private readonly breaks = new BreakPages();
  private readonly laidOut: LaidOutPages | undefined;

  constructor(
    private readonly range: PageRange,
    { pagination }: Pick<FormatOptions, 'pagination'>,
    private readonly book: StyleBook,
  ) {
    this.laidOut = pagination && new LaidOutPages(pagination.places);
    this.isInRange = isInRange(1, range);
  }

  /** Takes the next element. */
  enter(name: string, attributes: readonly XmlAttribute[], isInParagraph: boolean): void {
    if (name === 'text:soft-page-break') this.breaks.break();
    if (isInParagraph) return;
    if (name === 'table:table' && this.book.beginsPage('table', odfValue(attributes, 'table:style-name'))) {
      this.breaks.break();
    }
    if (!paragraphNames.has(name)) return;
    if (this.book.beginsPage('paragraph', odfValue(attributes, 'text:style-name'))) this.breaks.break();
    const estimated = this.breaks.next();
    this.isInRange = isInRange(this.laidOut?.next() ?? estimated, this.range);
  }
}
