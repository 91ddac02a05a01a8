import type { FormatOptions, FormatWarning, SkippedText } from '#libs/documents/formats/format.port.js';
import { ComparedTexts } from '#libs/documents/formats/formulas/compared-texts.js';
import { formulaTexts } from '#libs/documents/formats/formulas/formula-literals.js';
import { HeldText, Terms } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { CopiedTexts } from './copied-texts.js';
import { readBookFormulas } from './formula/book-formulas.js';
import { excelSyntax } from './formula/excel-syntax.js';
import { ReferredCells } from './formula/referred-cells.js';
import { ListRanges } from './list-ranges.js';
import { meetTexts, type ReadSheet, useOfKept } from './met-texts.js';
import { cachedText, cachedTexts, cacheElements, sheetOfCache } from './parts/chart-caches.js';
import { hasLabel } from './sheet/link-labels.js';
import { plainCells, type SheetPiece, sheetPieces } from './sheet/sheet-pieces.js';
import { type CellPlace, SheetZone } from './sheet/sheet-zone.js';
import { comparesText, filteredText, formulasOf, listedValues, listFormula, ruleText } from './sheet/validation.js';
import { StringUsage } from './string-usage.js';
import { type NamedColumns, namedColumns } from './tables.js';
import { segmentTerm } from './text/text-segments.js';
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
  withFormulas: ReadonlySet<Sheet>;
  skipped: readonly SkippedText[];
  warnings: readonly FormatWarning[];
}

/** UTF-16 units that Excel allows for a text in a formula. */
const maxLiteralLength = 255;

const headers = ['oddHeader', 'evenHeader', 'firstHeader', 'oddFooter', 'evenFooter', 'firstFooter'];

const wanted = {
  blocks: new Set(['dataValidation', 'cfRule', 'f']),
  tags: new Set(['filter', 'customFilter', 'is', 'hyperlink', ...headers]),
};

export const survey = async (xlsx: XlsxPackage, options: FormatOptions, includesSource: boolean): Promise<Survey> => {
  const usage = new StringUsage();
  const held = new HeldText();
  const terms = new Terms(held, segmentTerm, maxLiteralLength);
  const compared = new ComparedTexts();
  const copied = new CopiedTexts();
  const named = await namedColumns(xlsx);
  const columns: NamedColumns[] = [];
  const withTexts = new Set<Sheet>();
  const withFormulas = new Set<Sheet>();
  const sheets: ReadSheet[] = [];
  const referred = includesSource ? await ReferredCells.of(xlsx, named) : undefined;
  const lists = await ListRanges.of(xlsx, held);
  await readBookFormulas(xlsx, named, options, { compared, terms });
  // What other sheets list is known once those that are translated have been read.
  const inTurn = xlsx.sheets.toSorted((a, b) => Number(b.isTranslated) - Number(a.isTranslated));
  for (const sheet of inTurn) {
    if (sheet.entry === undefined) continue;
    const part = sheet.entry.name;
    const ofSheet = named.filter((each) => each.sheet === sheet);
    const listed = lists.in(sheet);
    const newZone = () => new SheetZone(new Set(ofSheet.flatMap(rowsOf)), listed);
    const zone = newZone();
    const hasTranslation = sheet.isTranslated || listed.length > 0;
    const read: ReadSheet = { sheet, part, zone: newZone, hasTranslation, hasInlineTexts: false, untranslated: 0 };
    sheets.push(read);
    /** Whether the formula that was read last is the label of a link. */
    let isLabel = false;
    for await (const pieces of sheetPieces(partTokens(xlsx.archive, sheet.entry, plainCells), zone, wanted)) {
      for (const piece of pieces) {
        if (piece.kind === 'string') {
          const isTranslated = hasTranslation && (piece.isShown || options.hidden);
          usage.use(piece.index, isTranslated ? 'translated' : useOfKept(sheet));
          if (referred?.has(sheet, piece.place)) usage.refer(piece.index);
          if (!isTranslated) read.untranslated += 1;
          continue;
        }
        if (piece.kind === 'result') {
          const isRead = hasTranslation && (piece.isShown || options.hidden);
          if (isRead && !isLabel) copied.add(decodeXstring(piece.text), part);
          continue;
        }
        if (piece.kind === 'block' && piece.element.local === 'f') {
          withFormulas.add(sheet);
          compared.addFormula(plainText(piece.element), excelSyntax);
          isLabel = hasLabel(piece);
          if (isLabel) withTexts.add(sheet);
          continue;
        }
        withTexts.add(sheet);
        if (piece.kind === 'tag' && piece.token.local === 'is') read.hasInlineTexts = true;
        collectTerms(piece, sheet.isTranslated, { terms, compared, lists, part });
      }
    }
    if (!sheet.isTranslated) continue;
    const isShown = (cell: CellPlace) => cell.row > 0 && (options.hidden || !zone.isHidden(cell));
    for (const each of ofSheet) columns.push(collectNames(each, terms, isShown));
  }
  await collectCaches(xlsx, terms);
  const met = await meetTexts({ xlsx, options, usage, terms, compared, sheets });
  await copied.addTerms({ xlsx, options, usage, terms, compared, sheets });
  const skipped = sheets.flatMap(({ sheet, part, untranslated }) =>
    untranslated === 0 ? [] : [{ part, reason: reasonOf(sheet), count: untranslated }],
  );
  return {
    ...{ usage, terms, held, columns, lists, referred, withTexts, withFormulas },
    skipped: [...skipped, ...met.skipped, ...copied.skipped(terms)],
    warnings: met.warnings,
  };
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

interface Collected {
  terms: Terms;
  compared: ComparedTexts;
  lists: ListRanges;
  part: string;
}

/** The texts of rules that must equal those of cells. */
const collectTerms = (
  piece: Extract<SheetPiece, { kind: 'block' | 'tag' }>,
  isTranslated: boolean,
  { terms, compared, lists, part }: Collected,
): void => {
  if (piece.kind === 'tag') {
    const text = isTranslated && /filter$/i.test(piece.token.local) ? filteredText(piece.token) : undefined;
    if (text !== undefined) terms.add(text, part);
    return;
  }
  const { element } = piece;
  const formulas = formulasOf(element).map((formula) => plainText(formula));
  const list = element.local === 'dataValidation' ? listFormula(element) : undefined;
  const text = ruleText(element);
  if (list === undefined && text === undefined) {
    for (const formula of formulas) compared.addFormula(formula, excelSyntax);
  }
  if (!isTranslated) return;
  if (element.local === 'dataValidation') {
    const [formula] = formulas;
    if (list !== undefined) for (const value of listedValues(list)) terms.addListed(value.trim(), part);
    else if (formula !== undefined) lists.add(formula.trim());
  } else if (comparesText(element)) {
    const texts = text === undefined ? formulas.flatMap(comparedIn) : [text];
    for (const each of texts) terms.add(decodeXstring(each), part);
  }
};

/** The texts that a formula is, or compares cells with. */
const comparedIn = (formula: string): string[] =>
  formulaTexts(formula, 'excel').literals.flatMap(({ use, isCompared, text }) =>
    use === 'value' && isCompared ? [text] : [],
  );
