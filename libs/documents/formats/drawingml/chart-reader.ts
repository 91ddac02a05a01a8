import type { OpenToken, PartReader, XmlName } from '#libs/documents/formats/opc/part-reader.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import { isChart, isNewChart } from './drawing-names.js';

/** Elements that hold strings copied from a sheet, or written in their place. */
const stringCaches = new Set(['strCache', 'strLit', 'multiLvlStrCache', 'dlblRangeCache']);

/** The attribute with the number format of labels or of an axis. */
export const formatCodeOf = (token: OpenToken): string | undefined =>
  (isChart(token) || isNewChart(token)) && token.local === 'numFmt'
    ? token.attributes.find(({ local }) => local === 'formatCode')?.name
    : undefined;

/** Whether it is the name of a trend line, which the legend shows. */
export const isNameOfTrend = (name: XmlName, parent: XmlName | undefined): boolean =>
  isChart(name, 'name') && parent !== undefined && isChart(parent, 'trendline');

/**
 * Reads a chart. Beside titles and labels, which are text bodies, it translates names of series, of categories and of trend lines; the
 * sheet that they are copied from is another file in the package. Numbers and formulas stay, and texts in the formats of
 * numbers do not.
 */
export class ChartReader implements PartReader {
  private readonly path: XmlName[] = [];

  constructor(readonly context: TextContext) {}

  open(name: XmlName): void {
    this.path.push(name);
  }

  close(): void {
    this.path.pop();
  }

  formatCode(token: OpenToken): string | undefined {
    return formatCodeOf(token);
  }

  isFormatCode(name: XmlName): boolean {
    return isChart(name, 'formatCode');
  }

  isText(name: XmlName): boolean {
    const parent = this.path.at(-1);
    if (isNameOfTrend(name, parent)) return true;
    if (isChart(name, 'v')) {
      return this.path.some(({ local }) => stringCaches.has(local)) || (parent !== undefined && isChart(parent, 'tx'));
    }
    if (!isNewChart(name) || parent === undefined) return false;
    if (name.local === 'v') return parent.local === 'txData';
    return name.local === 'pt' && this.path.some(({ local }) => local === 'strDim');
  }
}
