import type { FormatOptions, SkippedText } from '#libs/documents/formats/format.port.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { comparedTexts } from './formula/compared-texts.js';
import { ReferredCells } from './formula/referred-cells.js';
import { ListRanges } from './list-ranges.js';
import { cachedText, cachedTexts, cacheElements, sheetOfCache } from './parts/chart-caches.js';
import { hasLabel } from './sheet/link-labels.js';
import { plainCells, type SheetPiece, sheetPieces } from './sheet/sheet-pieces.js';
import { type CellPlace, SheetZone } from './sheet/sheet-zone.js';
import { comparesText, formulasOf, listedValues, listFormula, ruleText } from './sheet/validation.js';
import { StringUsage } from './string-usage.js';
import { type NamedColumns, namedColumns } from './tables.js';
import { HeldText, Terms } from './terms.js';
import { decodeXstring } from './text/xstring.js';
import { isSheetTranslated, partsOfType, type Sheet, type XlsxPackage } from './xlsx-package.js';

/** Facts about all sheets that are needed before the first of them can be written. */
export interface Survey {
  usage: StringUsage;
  terms: Terms;
  held: HeldText;
  /** Columns of tables and of pivot tables' sources whose names are the texts of cells in translation. */
  columns: readonly NamedColumns[];
  lists: ListRanges;
  /** Read only where source text is to stand above its translation. */
  referred?: ReferredCells | undefined;
  /** Sheets that have more than numbers, shared strings, and formulas without the label of a link. */
  withTexts: ReadonlySet<Sheet>;
  skipped: readonly SkippedText[];
}

const headers = ['oddHeader', 'evenHeader', 'firstHeader', 'oddFooter', 'evenFooter', 'firstFooter'];

const wanted = {
  blocks: new Set(['dataValidation', 'cfRule', 'f']),
  tags: new Set(['filter', 'customFilter', 'is', 'hyperlink', ...headers]),
};

export const survey = async (xlsx: XlsxPackage, options: FormatOptions, includesSource: boolean): Promise<Survey> => {
  const usage = new StringUsage();
  const held = new HeldText();
  const terms = new Terms(held);
  const named = await namedColumns(xlsx);
  const columns: NamedColumns[] = [];
  const skipped: SkippedText[] = [];
  const withTexts = new Set<Sheet>();
  const referred = includesSource ? await ReferredCells.of(xlsx, named) : undefined;
  const lists = await ListRanges.of(xlsx, held);
  // What other sheets list is known once those that are translated have been read.
  const inTurn = xlsx.sheets.toSorted((a, b) => Number(b.isTranslated) - Number(a.isTranslated));
  for (const sheet of inTurn) {
    if (sheet.entry === undefined) continue;
    const part = sheet.entry.name;
    const ofSheet = named.filter((each) => each.sheet === sheet);
    const listed = lists.in(sheet);
    const zone = new SheetZone(new Set(ofSheet.flatMap(rowsOf)), listed);
    const hasTranslation = sheet.isTranslated || listed.length > 0;
    let untranslated = 0;
    for await (const pieces of sheetPieces(partTokens(xlsx.archive, sheet.entry, plainCells), zone, wanted)) {
      for (const piece of pieces) {
        if (piece.kind === 'string') {
          const isTranslated = hasTranslation && (piece.isShown || options.hidden);
          usage.use(piece.index, isTranslated);
          if (referred?.has(sheet, piece.place)) usage.refer(piece.index);
          if (!isTranslated) untranslated += 1;
          continue;
        }
        if (piece.kind === 'result') continue;
        if (piece.kind === 'block' && piece.element.local === 'f') {
          if (hasLabel(piece)) withTexts.add(sheet);
          continue;
        }
        withTexts.add(sheet);
        if (sheet.isTranslated) collectTerms(piece, terms, lists, part);
      }
    }
    if (untranslated > 0) skipped.push({ part, reason: reasonOf(sheet), count: untranslated });
    if (!sheet.isTranslated) continue;
    const isShown = (cell: CellPlace) => cell.row > 0 && (options.hidden || !zone.isHidden(cell));
    for (const each of ofSheet) columns.push(collectNames(each, terms, isShown));
  }
  await collectCaches(xlsx, terms);
  return { usage, terms, held, columns, lists, referred, withTexts, skipped };
};

const caches = { blocks: new Set(cacheElements), tags: new Set<string>() };

/** The texts of cells that charts show. */
const collectCaches = async (xlsx: XlsxPackage, terms: Terms): Promise<void> => {
  for (const { entry } of partsOfType(xlsx, 'chart', 'chartEx')) {
    for await (const pieces of sheetPieces(partTokens(xlsx.archive, entry), new SheetZone(), caches)) {
      for (const piece of pieces) {
        if (piece.kind !== 'block' || !isSheetTranslated(xlsx, sheetOfCache(piece.element))) continue;
        for (const text of cachedTexts(piece.element)) terms.add(cachedText(text), entry.name);
      }
    }
  }
};

const rowsOf = ({ columns, totals }: NamedColumns): number[] => [
  ...columns.map(({ header }) => header.row),
  ...totals.map(({ cell }) => cell.row),
];

const reasonOf = ({ isHidden, isTranslated }: Sheet): SkipReason => {
  if (isTranslated) return skipReasons.hiddenCells;
  return isHidden ? skipReasons.hiddenSheet : skipReasons.outsideSheet;
};

/** Makes terms of the names whose cells are translated; returns those alone. */
const collectNames = (named: NamedColumns, terms: Terms, isShown: (cell: CellPlace) => boolean): NamedColumns => {
  const columns = named.columns.filter(({ header }) => isShown(header));
  const totals = named.totals.filter(({ cell }) => isShown(cell));
  for (const { name } of columns) terms.add(name, named.part);
  terms.keepUnique(
    named.columns.map(({ name }) => name),
    new Set(columns.map(({ name }) => name)),
  );
  for (const { text } of totals) terms.add(text, named.part);
  return { ...named, columns, totals };
};

/** The texts of rules that must equal those of cells. */
const collectTerms = (
  piece: Extract<SheetPiece, { kind: 'block' | 'tag' }>,
  terms: Terms,
  lists: ListRanges,
  part: string,
): void => {
  if (piece.kind === 'tag') {
    if (!/filter$/i.test(piece.token.local)) return;
    const value = attributeOf(piece.token.attributes, 'val');
    if (value !== undefined && !/[*?~]/.test(value)) terms.add(decodeXstring(value), part);
    return;
  }
  const { element } = piece;
  if (element.local === 'dataValidation') {
    const list = listFormula(element);
    const [formula] = formulasOf(element);
    if (formula !== undefined && list === undefined) lists.add(plainText(formula).trim());
    if (list !== undefined) for (const value of listedValues(list)) terms.addListed(value.trim(), part);
  } else if (comparesText(element)) {
    const text = ruleText(element);
    if (text !== undefined) terms.add(decodeXstring(text), part);
    else
      for (const formula of formulasOf(element))
        for (const each of comparedTexts(plainText(formula))) terms.add(each, part);
  }
};
