import type { PageRange } from '#libs/documents/formats/format.port.js';

/** Counts the sheets or slides of a document, and tells which of them are to be translated. */
export class PageCount {
  count = 0;
  private at = 0;

  constructor(private readonly range?: PageRange) {}

  /** Whether the next page is in the range. */
  next(): boolean {
    this.count += 1;
    if (this.range === undefined) return true;
    for (let part = this.range[this.at]; part !== undefined && part.to < this.count; part = this.range[this.at]) {
      this.at += 1;
    }
    return (this.range[this.at]?.from ?? Number.POSITIVE_INFINITY) <= this.count;
  }
}
