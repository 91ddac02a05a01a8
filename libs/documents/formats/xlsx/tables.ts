import { FormatError } from '#libs/documents/formats/format.errors.js';
import { openTags } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { type CellPlace, type Corners, cornersOf } from './sheet/sheet-zone.js';
import { decodeXstring } from './text/xstring.js';
import { partsOfType, type Sheet, type XlsxPackage } from './xlsx-package.js';

/** Names that must equal the texts of cells: of the columns of a table, or of the fields of a pivot table's source. */
export interface NamedColumns {
  /** The name of the table in formulas. */
  table?: string;
  sheet: Sheet;
  /** The cells of the table. */
  area?: Corners;
  part: string;
  columns: { name: string; header: CellPlace }[];
  /** Texts of the row of totals, which must equal their cells too. */
  totals: { text: string; cell: CellPlace }[];
}

/** Columns of a table, at most: so many has a sheet. */
const maxColumns = 16_384;

const checkCount = (columns: readonly unknown[]): void => {
  if (columns.length === maxColumns) throw new FormatError('hostile', `A table has more than ${maxColumns} columns.`);
};

const readTable = async ({ archive }: XlsxPackage, part: string, sheet: Sheet): Promise<NamedColumns | undefined> => {
  const entry = archive.find(part);
  if (entry === undefined) return undefined;
  const table: NamedColumns = { sheet, part, columns: [], totals: [] };
  let corners: Corners | undefined;
  let hasHeader = true;
  for await (const { local, attributes } of openTags(archive, entry)) {
    // An extension of the table has this name too.
    if (local === 'table' && corners === undefined) {
      table.table = attributeOf(attributes, 'displayName') ?? attributeOf(attributes, 'name');
      corners = cornersOf(attributeOf(attributes, 'ref') ?? '');
      if (corners !== undefined) table.area = corners;
      hasHeader = attributeOf(attributes, 'headerRowCount') !== '0';
    }
    if (local !== 'tableColumn' || corners === undefined) continue;
    checkCount(table.columns);
    const column = corners[0].column + table.columns.length;
    const name = decodeXstring(attributeOf(attributes, 'name') ?? '');
    // A column without a header cell has a name that nobody sees.
    table.columns.push({ name, header: { row: hasHeader ? corners[0].row : Number.NaN, column } });
    const total = attributeOf(attributes, 'totalsRowLabel');
    if (total !== undefined) table.totals.push({ text: decodeXstring(total), cell: { row: corners[1].row, column } });
  }
  return table;
};

const readPivotSource = async (
  { archive, sheets }: XlsxPackage,
  part: string,
  tables: readonly NamedColumns[],
): Promise<NamedColumns | undefined> => {
  const entry = archive.find(part);
  if (entry === undefined) return undefined;
  let sheet: Sheet | undefined;
  let first: CellPlace | undefined;
  const columns: NamedColumns['columns'] = [];
  for await (const { local, attributes } of openTags(archive, entry)) {
    if (local === 'worksheetSource') {
      const ofTable = tables.find(({ table }) => table !== undefined && table === attributeOf(attributes, 'name'));
      sheet = ofTable?.sheet ?? sheets.find(({ name }) => name === attributeOf(attributes, 'sheet'));
      first = ofTable?.columns[0]?.header ?? cornersOf(attributeOf(attributes, 'ref') ?? '')?.[0];
    }
    if (local !== 'cacheField' || sheet === undefined || first === undefined) continue;
    checkCount(columns);
    const header = { row: first.row, column: first.column + columns.length };
    columns.push({ name: decodeXstring(attributeOf(attributes, 'name') ?? ''), header });
  }
  return sheet && { sheet, part, columns, totals: [] };
};

export const namedColumns = async (xlsx: XlsxPackage): Promise<NamedColumns[]> => {
  const tables: NamedColumns[] = [];
  for (const { entry, sheet } of partsOfType(xlsx, 'table')) {
    const table = sheet && (await readTable(xlsx, entry.name, sheet));
    if (table !== undefined) tables.push(table);
  }
  const sources: NamedColumns[] = [];
  for (const { entry } of partsOfType(xlsx, 'pivotCacheDefinition')) {
    const source = await readPivotSource(xlsx, entry.name, tables);
    if (source !== undefined) sources.push(source);
  }
  return [...tables, ...sources];
};
