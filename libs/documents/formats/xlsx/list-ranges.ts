import type { HeldText } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { sheetOf } from './formula/formula-references.js';
import { sheetPieces } from './sheet/sheet-pieces.js';
import { type Corners, cornersOf, SheetZone } from './sheet/sheet-zone.js';
import type { Sheet, XlsxPackage } from './xlsx-package.js';

/** Ranges of one sheet, at most; the lists beyond stay as they are. */
const maxRanges = 256;

const names = { blocks: new Set(['definedName']), tags: new Set<string>() };

/** `Lists!$A$1:$A$9` or `'My lists'!$A:$A`. */
const range = /^(?<sheet>'[^!]{1,64}'|[^'!]{1,64})!(?<cells>[$A-Z0-9:]{1,40})$/i;

/**
 * Cells of hidden sheets whose values are offered in other cells: someone sees them there, and so they are translated
 * with the cells that hold them.
 */
export class ListRanges {
  private readonly formulas = new Map<string, string>();
  private readonly ranges = new Map<Sheet, Corners[]>();

  private constructor(private readonly sheets: readonly Sheet[]) {}

  static async of({ archive, workbook, sheets }: XlsxPackage, held: HeldText): Promise<ListRanges> {
    const lists = new ListRanges(sheets);
    for await (const pieces of sheetPieces(partTokens(archive, workbook), new SheetZone(), names)) {
      for (const piece of pieces) {
        if (piece.kind !== 'block') continue;
        const name = attributeOf(piece.element.attributes, 'name') ?? '';
        const formula = plainText(piece.element);
        if (!range.test(formula)) continue;
        held.add(name.length + formula.length);
        lists.formulas.set(name.toLowerCase(), formula);
      }
    }
    return lists;
  }

  /** Notes the cells that a list takes its values from, by its formula: a range, or the name of one. */
  add(formula: string): void {
    const found = range.exec(this.formulas.get(formula.toLowerCase()) ?? formula)?.groups;
    const sheetName = found?.sheet === undefined ? undefined : sheetOf(found.sheet).toLowerCase();
    const sheet = this.sheets.find(({ name }) => name.toLowerCase() === sheetName);
    const corners = cornersOf(found?.cells ?? '');
    if (sheet === undefined || corners === undefined || !sheet.isHidden || sheet.isTranslated) return;
    const ranges = this.ranges.get(sheet) ?? [];
    if (ranges.length < maxRanges) this.ranges.set(sheet, [...ranges, corners]);
  }

  in(sheet: Sheet | undefined): readonly Corners[] {
    return (sheet && this.ranges.get(sheet)) ?? [];
  }
}
