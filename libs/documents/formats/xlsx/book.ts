import type { FormatOptions, FormatWarning, SourceFile } from '#libs/documents/formats/format.port.js';
import { numberedTexts } from '#libs/documents/formats/formulas/compared-texts.js';
import { translateLiterals } from '#libs/documents/formats/formulas/formula-syntax.js';
import type { Terms } from '#libs/documents/formats/formulas/terms.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { Overflows } from '#libs/documents/formats/overflows.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { DividedStrings } from './divided-strings.js';
import { excelSyntax } from './formula/excel-syntax.js';
import { renameInFormula } from './formula/formula-references.js';
import type { CellPlace } from './sheet/sheet-zone.js';
import { SheetNames } from './sheet-names.js';
import { type Survey, survey } from './survey.js';
import type { PlacedText } from './text/placed-text.js';
import { type RichText, readRichText, type TextRun, writeRichText } from './text/rich-text.js';
import { plainOf, segmentPlainText, segmentText } from './text/text-segments.js';
import { openXlsx, type Sheet, type XlsxPackage } from './xlsx-package.js';

/** A workbook as both passes see it: its parts, what is known of all of them, and what has been translated so far. */
export class Book {
  readonly names: SheetNames;
  readonly divided: DividedStrings;
  /** Translations that Excel would not take in their place, for their length: the source stays there. And texts of shapes. */
  readonly overflows = new Overflows();
  /** Texts of drawings: a diagram holds each of its own twice. */
  readonly diagramTexts = new KnownTexts();
  /** Whether programs have to calculate the results of formulas anew. */
  recalculates = false;
  private tooLongFormulas = 0;
  private readonly namesOfParts = new Map<string, { columns: Set<string>; totals: Set<string> }>();
  private readonly columnNames = new Set<string>();
  private readonly columnsOfTables = new Map<string, Set<string>>();

  private constructor(
    readonly xlsx: XlsxPackage,
    readonly survey: Survey,
    readonly options: FormatOptions,
    readonly includesSource: boolean,
  ) {
    this.names = new SheetNames(xlsx.sheets);
    this.divided = new DividedStrings(survey);
    for (const { table, part, columns, totals } of survey.columns) {
      const names = new Set(columns.map(({ name }) => name));
      for (const name of names) this.columnNames.add(name);
      if (table !== undefined) this.columnsOfTables.set(table.toLowerCase(), names);
      this.namesOfParts.set(part, { columns: names, totals: new Set(totals.map(({ text }) => text)) });
    }
  }

  /** @throws FormatError */
  static async open(file: SourceFile, options: FormatOptions, includesSource = false): Promise<Book> {
    const xlsx = await openXlsx(file, options);
    return new Book(xlsx, await survey(xlsx, options, includesSource), options, includesSource);
  }

  /** The same workbook, to read its segments ahead of writing it. */
  get readAhead(): Book {
    return new Book(this.xlsx, this.survey, this.options, this.includesSource);
  }

  get terms(): Terms {
    return this.survey.terms;
  }

  /** The texts that all parts must agree on, before any part. */
  async *firstUnits(): AsyncGenerator<TextUnit, void> {
    if (this.options.sheetNames) yield* this.names.units(this.xlsx.workbook.name);
    this.names.settle();
    yield* this.terms.units();
    for (const part of this.terms.settle()) this.overflows.add(part);
    yield* this.divided.units(this);
  }

  /** The formula with sheets and columns by their new names, undefined where it stays as it is; `ownTable`: the table that it is in. */
  renamed(formula: string, ownTable?: string): string | undefined {
    const renamed = renameInFormula(formula, {
      sheet: (name) => this.names.of(name),
      column: (table, name) => this.newColumn(table, name),
      ownTable,
    });
    return renamed === formula ? undefined : renamed;
  }

  /** The formula by new names, with the texts that it compares with those of cells in translation. */
  rewritten(formula: string, ownTable?: string): string | undefined {
    const renamed = this.renamed(formula, ownTable) ?? formula;
    const rewritten = translateLiterals(renamed, excelSyntax, {
      text: (text) => this.terms.ofCompared(text),
      column: (name) => this.newNameOf(name),
    });
    if (rewritten.length > maxFormulaLength && rewritten.length > formula.length) {
      this.tooLongFormulas += 1;
      return undefined;
    }
    return rewritten === formula ? undefined : rewritten;
  }

  /** Warnings for a reader of the translated workbook. */
  get warnings(): readonly FormatWarning[] {
    const count = this.tooLongFormulas;
    const tooLong = count === 0 ? [] : [{ code: 'formulas_not_followed', message: tooLongFormulas, count }];
    return [...numberedTexts(this.terms.numberedTexts), ...tooLong];
  }

  /** Whether a sheet may have anything that is not as it was; without, it need not be read again. */
  canChange(sheet: Sheet | undefined): boolean {
    if (sheet !== undefined && this.survey.withTexts.has(sheet)) return true;
    const hasNewTexts = this.terms.hasCompared || this.terms.hasCopied || this.columnNames.size > 0;
    if (sheet !== undefined && hasNewTexts && this.survey.withFormulas.has(sheet)) return true;
    return this.includesSource || this.divided.size > 0 || !this.names.isEmpty || this.columnsOfTables.size > 0;
  }

  /** The name of the table that a formula in a cell is in, where it may leave that out. */
  tableAround(formula: string, sheet: Sheet | undefined, { row, column }: CellPlace): string | undefined {
    if (!formula.includes('[')) return undefined;
    return this.survey.columns.find(({ sheet: own, area }) => {
      if (own !== sheet || area === undefined) return false;
      const [from, to] = area;
      return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
    })?.table;
  }

  /** The name of the table that a part defines. */
  tableIn(part: string): string | undefined {
    return this.survey.columns.find((columns) => columns.part === part)?.table;
  }

  newColumn(table: string, name: string): string | undefined {
    return this.columnsOfTables.get(table.toLowerCase())?.has(name) ? this.terms.of(name) : undefined;
  }

  /** The new name of a column in the part that defines it, or the new label of its total. */
  newNameIn(part: string, kind: 'columns' | 'totals', name: string): string | undefined {
    return this.namesOfParts.get(part)?.[kind].has(name) ? this.terms.of(name) : undefined;
  }

  /** The new name of a column of any table, or of any field of a pivot table, for what filters by it. */
  newNameOf(name: string): string | undefined {
    return this.columnNames.has(name) ? this.terms.of(name) : undefined;
  }

  /**
   * The segments of an element with rich text, and the content that a translation gives it. Text that is referred to
   * stands without its source.
   */
  richText(element: XmlElement, isReferred = false, text: RichText = readRichText(element)): PlacedText {
    if (this.terms.has(text.plain) && (!this.terms.isOnlyCopied(text.plain) || hasOneLook(text))) {
      const translation = this.terms.of(text.plain);
      return {
        segments: [],
        render: () => translation && writeRichText([{ text: translation, properties: mainLook(text) }], element),
      };
    }
    const { segments, render } = segmentText(text.runs);
    const written = (runs: readonly TextRun[] | undefined) => {
      if (runs !== undefined && this.includesSource && !isReferred) {
        return writeRichText(withSource(text.runs, runs), element);
      }
      const apart = this.apart(runs ?? text.runs) ?? runs;
      return apart && writeRichText(apart, element);
    };
    return { segments, render: (translations) => written(render(translations)) };
  }

  /** The runs with a number behind them, where formulas look for their text and mean another one; else undefined. */
  private apart(runs: readonly TextRun[]): readonly TextRun[] | undefined {
    const suffix = this.terms.hasCompared ? this.terms.apart(plainOf(runs)) : '';
    return suffix === '' ? undefined : [...runs, { text: suffix, properties: runs.at(-1)?.properties ?? '' }];
  }

  /** The segments of a text of a part without looks; the source stays where its translation is longer than `maxLength`. */
  plainText(text: string, part: string, maxLength: number): PlacedText {
    if (this.terms.has(text)) return { segments: [], render: () => this.fitting(this.terms.of(text), part, maxLength) };
    const { segments, render } = segmentPlainText(text);
    return {
      segments,
      render: (translations) => {
        const runs = render(translations);
        return this.fitting(runs && plainOf(runs), part, maxLength);
      },
    };
  }

  private fitting(text: string | undefined, part: string, maxLength: number): string | undefined {
    if (text === undefined || text.length <= maxLength) return text;
    this.overflows.add(part);
    return undefined;
  }
}

const hasOneLook = ({ runs }: RichText): boolean => runs.every(({ properties }) => properties === runs[0]?.properties);

/** UTF-16 units that Excel allows for a formula. */
const maxFormulaLength = 8_192;
const tooLongFormulas =
  'Formulas that would become longer than Excel allows go on asking for texts of the source language.';

/** Characters that Excel allows in a cell. */
const maxCellLength = 32_767;

/** The source above its translation, where a cell can hold both. */
const withSource = (source: readonly TextRun[], translation: readonly TextRun[]): readonly TextRun[] => {
  const lineBreak = { text: '\n', properties: source.at(-1)?.properties ?? '' };
  const both = [...source, lineBreak, ...translation];
  return plainOf(both).length > maxCellLength ? translation : both;
};

/** The look of the first words. A term is one text for all places that have it, and so has one look. */
const mainLook = ({ runs }: RichText): string =>
  (runs.find(({ text }) => /\p{L}/u.test(text)) ?? runs[0])?.properties ?? '';
