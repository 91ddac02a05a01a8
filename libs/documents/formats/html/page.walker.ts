import type { DocumentSummary } from '../format.port.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { frontMatterPieces, maxFrontMatter } from '../values/front-matter.js';
import type { HtmlWalker } from './html.walker.js';

const beginning = /^---[ \t]{0,99}(?:\r\n|\n|\r(?!$))/;
const mayBegin = /^(?:-{0,2}|---[ \t]{0,99}\r?)$/;
const ending = /(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]{0,99}(?:\r\n|\n|\r)/;
const lineEnd = /\r\n|\n|\r/;

/** A page with the metadata in YAML that makers of sites (Jekyll, Eleventy) read before it. */
export class PageWalker implements TextWalker {
  /** The beginning of the file as long as it may be metadata. */
  private head: string | undefined = '';

  constructor(private readonly page: HtmlWalker) {}

  push(text: string): TextPiece[] {
    if (this.head === undefined) return this.page.push(text);
    this.head += text;
    const { head } = this;
    const end = beginning.test(head) ? ending.exec(head) : undefined;
    const isUndecided = end === undefined ? mayBegin.test(head) : end === null;
    if (isUndecided && head.length <= maxFrontMatter) return [];
    this.head = undefined;
    if (!end) return this.page.push(head);
    const length = end.index + end[0].length;
    const lines = head
      .slice(0, length)
      .split(/(?<=\r\n|\r(?!\n)|\n)/)
      .map((line) => {
        const end = lineEnd.exec(line)?.[0] ?? '';
        return { text: line.slice(0, line.length - end.length), end };
      });
    return [...frontMatterPieces(lines), ...this.page.push(head.slice(length))];
  }

  end(): TextPiece[] {
    const { head } = this;
    this.head = undefined;
    return head === undefined ? this.page.end() : [...this.page.push(head), ...this.page.end()];
  }

  summary(): DocumentSummary {
    return this.page.summary();
  }
}
