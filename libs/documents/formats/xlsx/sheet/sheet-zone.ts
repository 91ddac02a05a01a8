import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';

/** Row and column of a cell, from 1. */
export interface CellPlace {
  row: number;
  column: number;
}

const lastColumn = 16_384;
const lastRow = 1_048_576;

/** The place that a reference such as `B7` or `$B$7` names. */
export const placeOf = (reference: string): CellPlace | undefined => {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
  return letters === undefined ? undefined : { row: Number(digits), column: columnOf(letters.toUpperCase()) };
};

/** The number of a column by its capital letters. */
const columnOf = (letters: string): number => {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
};

/** The first and the last cell of a range. */
export type Corners = readonly [CellPlace, CellPlace];

/** The corners of a range such as `A1:D5`, of a column (`A:A`), or of one cell. */
export const cornersOf = (reference: string): Corners | undefined => {
  const [first = '', last = first] = reference.split(':');
  const areColumns = /^\$?[A-Z]+$/i.test(first) && /^\$?[A-Z]+$/i.test(last);
  const from = placeOf(areColumns ? `${first}1` : first);
  const to = placeOf(areColumns ? `${last}${lastRow}` : last);
  return from && to && [from, to];
};

const isOn = (attributes: readonly XmlAttribute[], local: string): boolean => {
  const value = attributeOf(attributes, local);
  return value === '1' || value === 'true';
};

/** Follows the rows, columns and cells of a sheet, and says which of them are hidden. */
export class SheetZone {
  private readonly hiddenColumns = new Uint8Array(lastColumn + 1);
  private readonly hiddenRows = new Set<number>();
  private row = 0;
  private column = 0;
  private isRowHidden = false;

  private columnsRead = 0;

  /** `remembered`: rows about which `isHidden` is asked later. `listed`: where there are ranges, no cell outside them is shown. */
  constructor(
    private readonly remembered: ReadonlySet<number> = new Set(),
    private readonly listed: readonly Corners[] = [],
  ) {}

  columns(attributes: readonly XmlAttribute[]): void {
    this.columnsRead += 1;
    if (!isOn(attributes, 'hidden') || this.columnsRead > lastColumn) return;
    const from = Math.max(1, Number(attributeOf(attributes, 'min')));
    const to = Math.min(Number(attributeOf(attributes, 'max')), lastColumn);
    for (let column = from; column <= to; column += 1) this.hiddenColumns[column] = 1;
  }

  enterRow(attributes: readonly XmlAttribute[]): void {
    const number = attributeOf(attributes, 'r');
    this.row = number === undefined ? this.row + 1 : Number(number);
    this.column = 0;
    this.isRowHidden = isOn(attributes, 'hidden');
    if (this.isRowHidden && this.remembered.has(this.row)) this.hiddenRows.add(this.row);
  }

  /** Whether the cell is shown. */
  enterCell(attributes: readonly XmlAttribute[]): boolean {
    this.column = placeOf(attributeOf(attributes, 'r') ?? '')?.column ?? this.column + 1;
    return this.isShown;
  }

  /** Enters the cell of the row in the column of these capital letters. Whether it is shown. */
  enterColumn(letters: string): boolean {
    this.column = columnOf(letters);
    return this.isShown;
  }

  private get isShown(): boolean {
    if (this.listed.length === 0) return !this.isRowHidden && this.hiddenColumns[this.column] !== 1;
    const { row, column } = this;
    return this.listed.some(
      ([from, to]) => row >= from.row && row <= to.row && column >= from.column && column <= to.column,
    );
  }

  /** The cell that was entered last. */
  get place(): CellPlace {
    return { row: this.row, column: this.column };
  }

  isHidden({ row, column }: CellPlace): boolean {
    return this.hiddenRows.has(row) || this.hiddenColumns[column] === 1;
  }
}
