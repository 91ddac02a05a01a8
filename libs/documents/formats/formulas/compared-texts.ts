import type { FormatWarning } from '#libs/documents/formats/format.port.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { formulaTexts } from './formula-literals.js';
import type { FormulaSyntax } from './formula-syntax.js';
import { soughtBy } from './sought-text.js';

/** UTF-16 units of the texts of formulas that are looked for among the cells, at most, and what each counts beside them. */
const maxLength = 4 * 1024 ** 2;
const overhead = 64;
/** Parts of texts that are looked for in every cell, at most; those beyond count as found. */
const maxParts = 64;

/** Signs of a formula that holds texts, makes them, or finds something by a name; others need not be read. */
const holdsTexts = /["&]|INDIRECT|LEFT|RIGHT|MID/i;
const comparesOrHolds = /["=]|<>|INDIRECT|MATCH|LOOKUP|COUNTIF|SUMIF|AVERAGEIF|IFS|EXACT|SWITCH/i;

/** Formulas that are remembered, so that those of a column are read once; and UTF-16 units of each. */
const maxShapes = 4_096;
const maxShapeLength = 512;

/** A formula with the rows of its cells made the same, as those of the other cells of a column have it. */
const shapeOf = (formula: string): string =>
  formula
    .split('"')
    .map((piece, at) => (at % 2 === 0 ? piece.replace(/(?<=[A-Za-z$])\d+/g, '0') : piece))
    .join('"');

/** Programs compare texts without regard to case. */
export const asCompared = (text: string): string => text.toLowerCase();

/** Cells with one text, however they write its letters. */
export interface ComparedText {
  /** The text in the spellings of the cells, in the order in which they were met. */
  spellings: Set<string>;
  isTranslated: boolean;
  /** Why it stays in the source language: some cells with it do, or it is a name. */
  stays: 'cells' | 'name' | undefined;
}

export const stayingReasons: Readonly<Record<NonNullable<ComparedText['stays']>, SkipReason>> = {
  cells: skipReasons.comparedCells,
  name: skipReasons.soughtName,
};

/** For a workbook in which formulas reach over the border of the page range. */
export const reachingOut: FormatWarning = {
  code: 'formulas_not_followed',
  message: 'Formulas compare cells with each other, and some texts are translated only within the page range.',
  count: 1,
};

/** The warning that so many texts of cells got a number. */
export const numberedTexts = (count: number): readonly FormatWarning[] =>
  count === 0 ? [] : [{ code: 'texts_numbered', message: numbered, count }];

const numbered =
  'Translations of cells that were the same as a text that formulas look for, and mean another one, have got a number.';

/** How cells with a text are used: whether some are translated, and whether some must not be. */
export interface CellsUse {
  isTranslated: boolean;
  stays: boolean;
}

/**
 * The texts that formulas of a workbook compare with those of its cells. Formulas are read first, then the cells: a text
 * that cells have, and that is translated there, has to be the same in the formulas.
 */
export class ComparedTexts {
  private readonly sought = new Map<string, ComparedText>();
  private readonly names = new Set<string>();
  private readonly given = new Set<string>();
  private readonly parts = new Set<string>();
  private readonly inOrder = new Set<string>();
  private readonly foundParts = new Set<string>();
  private readonly foundGiven = new Set<string>();
  /** Formulas that have been read, but for the numbers of their rows. */
  private readonly shapes = new Set<string>();
  private orders = 0;
  private made = 0;
  private length = 0;
  private isFull = false;
  private findsByName = false;
  /** Whether a formula compares texts of cells with each other. */
  comparesCells = false;

  /** Takes the texts of a formula. */
  addFormula(formula: string, syntax: FormulaSyntax): void {
    if (!(this.comparesCells ? holdsTexts : comparesOrHolds).test(formula)) return;
    const shape = shapeOf(formula);
    if (this.shapes.has(shape)) return;
    if (this.shapes.size < maxShapes && shape.length < maxShapeLength) this.shapes.add(shape);
    const { literals, comparesCells, findsByName, looksForMade } = formulaTexts(formula, syntax.dialect);
    this.comparesCells ||= comparesCells;
    this.findsByName ||= findsByName;
    if (looksForMade) this.made += 1;
    for (const literal of literals) {
      const sought = soughtBy({ use: literal.use, text: syntax.decode(literal.text) }, syntax.matching);
      if (sought?.kind === 'text') {
        this.addText(sought.text);
        if (literal.isInOrder) this.inOrder.add(asCompared(sought.text));
      } else if (sought?.kind === 'part') {
        if (/\p{L}/u.test(sought.part) && this.hasRoom(sought.part)) this.parts.add(asCompared(sought.part));
      } else if (sought?.kind === 'given') {
        if (this.hasRoom(sought.text)) this.given.add(asCompared(sought.text));
      } else if (sought?.kind === 'order') this.orders += 1;
    }
  }

  /** A text that has to be that of cells. */
  addText(text: string): void {
    const key = asCompared(text);
    if (!/\p{L}/u.test(text) || this.sought.has(key) || !this.hasRoom(text)) return;
    this.sought.set(key, { spellings: new Set(), isTranslated: false, stays: undefined });
  }

  /** A name by which formulas may find a sheet or a range: a text of cells that is one stays where they do. */
  addName(name: string): void {
    if (!this.hasRoom(name)) return;
    this.names.add(asCompared(name));
    // A name has no blanks, so formulas put a sign in their place.
    this.names.add(asCompared(name).replaceAll('_', ' '));
  }

  private hasRoom(text: string): boolean {
    this.length += text.length + overhead;
    this.isFull ||= this.length > maxLength;
    return !this.isFull;
  }

  /** Whether the texts of cells have to be read. */
  get seeksTexts(): boolean {
    return this.sought.size + this.parts.size + this.given.size > 0 || this.findsByName;
  }

  /** Notes a text that cells have: whether they are translated, and whether some of them must not be. */
  meet(text: string, { isTranslated, stays }: CellsUse): ComparedText | undefined {
    const key = asCompared(text);
    if (isTranslated) this.findIn(key);
    const isName = this.findsByName && this.names.has(key);
    const compared = this.sought.get(key) ?? (isName ? this.addedName(key) : undefined);
    if (compared === undefined) return undefined;
    compared.spellings.add(text);
    compared.isTranslated ||= isTranslated;
    compared.stays ??= isName ? 'name' : stays ? 'cells' : undefined;
    return compared;
  }

  private addedName(key: string): ComparedText {
    const compared: ComparedText = { spellings: new Set(), isTranslated: false, stays: 'name' };
    this.sought.set(key, compared);
    return compared;
  }

  private findIn(key: string): void {
    if (this.given.has(key)) this.foundGiven.add(key);
    let number = 0;
    for (const part of this.parts) {
      number += 1;
      if (number > maxParts) break;
      if (!this.foundParts.has(part) && key.includes(part)) this.foundParts.add(part);
    }
  }

  /** The texts that cells have in translation, in the order in which formulas were read. */
  get met(): readonly ComparedText[] {
    return [...this.sought.values()].filter(({ isTranslated }) => isTranslated);
  }

  get warnings(): readonly FormatWarning[] {
    const ordered = [...this.inOrder].filter((key) => this.isChanging(key)).length;
    const parts = this.foundParts.size + Math.max(0, this.parts.size - maxParts);
    return [
      { message: inParts, count: parts },
      { message: byOrder, count: this.orders + ordered },
      { message: ofMade, count: this.made },
      { message: unknown, count: this.foundGiven.size },
      { message: tooMany, count: this.isFull ? 1 : 0 },
    ].flatMap((warning) => (warning.count === 0 ? [] : [{ code: 'formulas_not_followed', ...warning }]));
  }

  private isChanging(key: string): boolean {
    const compared = this.sought.get(key);
    return compared?.isTranslated === true && compared.stays === undefined;
  }
}

const inParts =
  'Formulas look for parts of texts, or for texts with wildcards, and cells with them are translated: check what they find.';
const byOrder = 'Formulas look for texts by their alphabetical order, which is another one in the translation.';
const ofMade =
  'Formulas look cells up by texts that they make of others (joined texts, parts of texts, names of months): check what they find.';
const unknown =
  'Functions that are not known here (macros, add-ins, items of pivot tables) are given texts that cells had in the source language.';
const tooMany = 'Formulas have more texts than could be compared with those of the cells.';
