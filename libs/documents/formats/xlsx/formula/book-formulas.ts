import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { ComparedTexts } from '#libs/documents/formats/formulas/compared-texts.js';
import type { Terms } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { sheetPieces } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import { filteredText } from '../sheet/validation.js';
import type { NamedColumns } from '../tables.js';
import { partsOfType, type XlsxPackage } from '../xlsx-package.js';
import { excelSyntax } from './excel-syntax.js';

const wanted = {
  blocks: new Set(['definedName', 'calculatedColumnFormula', 'totalsRowFormula']),
  tags: new Set(['filter', 'customFilter']),
};

/** Reads the formulas that no cell has, the names that others may find something by, and what tables are filtered by. */
export const readBookFormulas = async (
  xlsx: XlsxPackage,
  tables: readonly NamedColumns[],
  { sheetNames }: FormatOptions,
  { compared, terms }: { compared: ComparedTexts; terms: Terms },
): Promise<void> => {
  if (!sheetNames) for (const { name } of xlsx.sheets) compared.addName(name);
  for (const { table } of tables) if (table !== undefined) compared.addName(table);
  const parts = [{ entry: xlsx.workbook, sheet: undefined }, ...partsOfType(xlsx, 'table')];
  for (const { entry, sheet } of parts) {
    for await (const pieces of sheetPieces(partTokens(xlsx.archive, entry), new SheetZone(), wanted)) {
      for (const piece of pieces) {
        if (piece.kind === 'tag') {
          const text = sheet?.isTranslated ? filteredText(piece.token) : undefined;
          if (text !== undefined) terms.add(text, entry.name);
        } else if (piece.kind === 'block') {
          const { element } = piece;
          compared.addFormula(plainText(element), excelSyntax);
          const name = element.local === 'definedName' ? attributeOf(element.attributes, 'name') : undefined;
          if (name !== undefined) compared.addName(name);
        }
      }
    }
  }
};
