import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { odfValue } from '../odf-names.js';

const countOf = (attributes: readonly XmlAttribute[]): number => {
  const count = Number(odfValue(attributes, 'table:number-columns-repeated') ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
};

/** The hidden columns of a sheet, and the column of the next cell of a row. */
export class SheetColumns {
  /** Neighbouring columns of the same visibility are one run; `end` is the number of the column behind it. */
  private readonly runs: { end: number; isHidden: boolean }[] = [];
  private column = 0;

  addColumn(attributes: readonly XmlAttribute[]): void {
    const visibility = odfValue(attributes, 'table:visibility');
    const isHidden = visibility === 'collapse' || visibility === 'filter';
    const last = this.runs.at(-1);
    const end = (last?.end ?? 0) + countOf(attributes);
    if (last?.isHidden === isHidden) last.end = end;
    else this.runs.push({ end, isHidden });
  }

  beginRow(): void {
    this.column = 0;
  }

  /** Whether the next cell of the row is in a hidden column; all of its columns, where it is repeated. */
  nextCell(attributes: readonly XmlAttribute[]): boolean {
    const start = this.column;
    this.column += countOf(attributes);
    const run = this.runAt(start);
    return run?.isHidden === true && run.end >= this.column;
  }

  private runAt(column: number): { end: number; isHidden: boolean } | undefined {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle]?.end ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    return this.runs[low];
  }
}
