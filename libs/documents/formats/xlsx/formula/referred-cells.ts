import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { sheetPieces } from '../sheet/sheet-pieces.js';
import { type CellPlace, type Corners, cornersOf, SheetZone } from '../sheet/sheet-zone.js';
import { formulasOf } from '../sheet/validation.js';
import type { NamedColumns } from '../tables.js';
import type { Sheet, XlsxPackage } from '../xlsx-package.js';
import { sheetOf } from './formula-references.js';
import { formulaTokens } from './formula-tokens.js';

/** Columns of a range that are noted one by one; a wider range is noted as a whole. */
const narrow = 64;
const wanted = { blocks: new Set(['f', 'dataValidation']), tags: new Set<string>() };
const definedNames = { blocks: new Set(['definedName']), tags: new Set<string>() };

type Rows = readonly [from: number, to: number];

/** The cells of a sheet, as the rows from the first to the last that is referred to in each column. */
class ReferredRows {
  private readonly columns = new Map<number, Rows>();
  private wide: Corners | undefined;

  add([from, to]: Corners): void {
    if (to.column - from.column < narrow) {
      for (let column = from.column; column <= to.column; column += 1) {
        const [first, last] = this.columns.get(column) ?? [from.row, to.row];
        this.columns.set(column, [Math.min(first, from.row), Math.max(last, to.row)]);
      }
      return;
    }
    const [first, last] = this.wide ?? [from, to];
    this.wide = [
      { row: Math.min(first.row, from.row), column: Math.min(first.column, from.column) },
      { row: Math.max(last.row, to.row), column: Math.max(last.column, to.column) },
    ];
  }

  has({ row, column }: CellPlace): boolean {
    const rows = this.columns.get(column);
    if (rows !== undefined && row >= rows[0] && row <= rows[1]) return true;
    const [from, to] = this.wide ?? [];
    if (from === undefined || to === undefined) return false;
    return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
  }
}

/**
 * The cells that formulas, names and lists of a workbook refer to. Their text is compared and looked up, so it is
 * nothing but the translation where both languages are in one file.
 */
export class ReferredCells {
  private readonly sheets = new Map<string, ReferredRows>();
  private refersToTables = false;

  static async of(xlsx: XlsxPackage, tables: readonly NamedColumns[]): Promise<ReferredCells> {
    const cells = new ReferredCells();
    for await (const pieces of sheetPieces(partTokens(xlsx.archive, xlsx.workbook), new SheetZone(), definedNames)) {
      for (const piece of pieces) {
        if (piece.kind !== 'block' || attributeOf(piece.element.attributes, 'name')?.startsWith('_xlnm.')) continue;
        cells.add(plainText(piece.element), '');
      }
    }
    for (const { entry, name } of xlsx.sheets) {
      if (entry === undefined) continue;
      for await (const pieces of sheetPieces(partTokens(xlsx.archive, entry), new SheetZone(), wanted)) {
        for (const piece of pieces) {
          if (piece.kind !== 'block') continue;
          const { element } = piece;
          if (element.local === 'f') {
            cells.add(plainText(element), name, cornersOf(attributeOf(element.attributes, 'ref') ?? ''));
          } else for (const formula of formulasOf(element)) cells.add(plainText(formula), name);
        }
      }
    }
    if (cells.refersToTables) for (const { sheet, area } of tables) if (area) cells.rowsOf(sheet.name).add(area);
    return cells;
  }

  has({ name }: Pick<Sheet, 'name'>, place: CellPlace): boolean {
    return this.sheets.get(name.toLowerCase())?.has(place) ?? false;
  }

  /** `shared`: the cells that have this formula, each with references of its own place. */
  private add(formula: string, ownSheet: string, shared?: Corners): void {
    const rows = shared ? shared[1].row - shared[0].row : 0;
    const columns = shared ? shared[1].column - shared[0].column : 0;
    let sheet = ownSheet;
    let written = '';
    const take = () => {
      for (const [reference] of written.matchAll(
        /\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}/gi,
      )) {
        const corners = cornersOf(reference);
        if (corners === undefined) continue;
        const [from, to] = corners;
        this.rowsOf(sheet).add([from, { row: to.row + rows, column: to.column + columns }]);
      }
      written = '';
    };
    for (const { kind, raw } of formulaTokens(formula)) {
      if (kind === 'sheet') {
        take();
        sheet = sheetOf(raw);
      } else if (kind === 'column') this.refersToTables = true;
      else if (kind === 'string' || (kind === 'other' && !/^[$!]+$/.test(raw))) {
        take();
        sheet = ownSheet;
      } else if (raw !== '!') written += raw.replaceAll('!', '');
    }
    take();
  }

  private rowsOf(sheet: string): ReferredRows {
    const key = sheet.toLowerCase();
    const rows = this.sheets.get(key) ?? new ReferredRows();
    this.sheets.set(key, rows);
    return rows;
  }
}
