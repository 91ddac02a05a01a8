import { formatCodeOf, isNameOfTrend } from '#libs/documents/formats/drawingml/chart-reader.js';
import { isChart } from '#libs/documents/formats/drawingml/drawing-names.js';
import { type DrawingWriting, drawingUnits } from '#libs/documents/formats/drawingml/drawing-part.js';
import { ShapeReader } from '#libs/documents/formats/drawingml/shape-reader.js';
import type { OpenToken, PartReader, XmlName } from '#libs/documents/formats/opc/part-reader.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { Book } from '../book.js';

/** Reads a chart: titles, labels, and names that it does not take from cells. */
class SheetChartReader implements PartReader {
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
    if (isNameOfTrend(name, this.path.at(-1))) return true;
    if (!isChart(name, 'v')) return false;
    return this.path.at(-1)?.local === 'tx' || this.path.some(({ local }) => local === 'strLit');
  }
}

/** Text boxes, shapes, alternative texts and charts of a sheet. */
export const drawnUnits = (
  book: Book,
  part: string,
  isOfChart: boolean,
  batches: AsyncIterable<XmlToken[]>,
  writing: DrawingWriting,
): AsyncGenerator<TextUnit, void> => {
  const context: TextContext = { role: 'body', part };
  const reader = isOfChart ? new SheetChartReader(context) : new ShapeReader({ context, options: book.options });
  return drawingUnits(batches, reader, writing, book.diagramTexts);
};
