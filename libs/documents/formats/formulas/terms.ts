import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asCompared } from './compared-texts.js';

/** UTF-16 units of the texts, and of their translations, that are held because several parts have to agree on them. */
export const maxHeldLength = 32 * 1024 ** 2;

/** Counts what is held of a workbook against `maxHeldLength`. */
export class HeldText {
  private length = 0;

  /** @throws FormatError */
  add(length: number): void {
    this.length += length + heldOverhead;
    if (this.length > maxHeldLength) {
      throw new FormatError('hostile', 'The workbook has too many texts that must agree with each other.');
    }
  }
}

/** Memory that a short text takes beside its characters, in UTF-16 units. */
const heldOverhead = 64;

interface Term {
  part: string;
  /** Whether it stays in the source language wherever it stands. */
  stays?: boolean;
  translation?: string | undefined;
}

/** A text cut into its segments; what their translations make of it is undefined where nothing changes. */
export interface SegmentedTerm {
  segments: readonly Segment[];
  render(translations: readonly Segment[]): string | undefined;
}

/**
 * Texts that stand in several parts of a workbook which have to agree: the header cells of a table and the names of its
 * columns, the values of a list and the cells that hold them, cells and the formulas that look for their text. Each is
 * one segment. They come before all other segments, so that every part can be written with their translations, whatever
 * its place in the archive.
 */
export class Terms {
  private readonly terms = new Map<string, Term>();
  private readonly unique: { changing: ReadonlySet<string>; fixed: readonly string[] }[] = [];
  private readonly listed = new Set<string>();
  /** Texts of cells that are results of formulas, and those of them that are terms for no other reason. */
  private readonly copies = new Set<string>();
  private readonly copied = new Set<string>();
  /** Spellings of each text that formulas compare, without regard to case. */
  private readonly compared = new Map<string, readonly string[]>();
  /** Texts that no other cell may have now, since formulas look for them. */
  private readonly reserved = new Set<string>();
  private readonly tooLong: string[] = [];
  private readonly suffixes = new Map<string, string>();
  private numbered = 0;

  constructor(
    private readonly held: HeldText,
    private readonly segmented: (text: string) => SegmentedTerm,
    /** UTF-16 units that a text in a formula may have. */
    private readonly maxLiteralLength = Number.POSITIVE_INFINITY,
  ) {}

  add(text: string, part: string): void {
    if (this.terms.has(text) || !/\p{L}/u.test(text)) return;
    this.held.add(text.length);
    this.terms.set(text, { part });
  }

  /** A value of a list, in which a comma would begin another one. */
  addListed(text: string, part: string): void {
    this.add(text, part);
    this.listed.add(text);
  }

  /** A text of cells that others show, since their formulas copy it. */
  addCopied(text: string, part: string): void {
    if (!this.terms.has(text)) this.copied.add(text);
    this.copies.add(text);
    this.add(text, part);
  }

  /** Whether cells have texts that are the same wherever they stand. */
  get hasTerms(): boolean {
    return this.hasCompared || this.hasCopied;
  }

  get hasCopied(): boolean {
    return this.copies.size > 0;
  }

  /** Whether nothing but copies has to agree with a text, so that it may have looks of its own. */
  isOnlyCopied(text: string): boolean {
    return this.copied.has(text) && !this.isCompared(text);
  }

  /** Whether the result of a formula may be this text of cells. */
  isInResults(text: string): boolean {
    return this.copies.has(text) || this.isCompared(text);
  }

  /** Names that must stay different from each other, without regard to case; those in `changing` are translated. */
  keepUnique(names: readonly string[], changing: ReadonlySet<string>): void {
    this.unique.push({ changing, fixed: names.filter((name) => !changing.has(name)) });
  }

  /** A text that formulas compare with those of cells, in all spellings that cells have. `stays`: in no language but the source. */
  compare(spellings: Iterable<string>, part: string, stays: boolean): void {
    const group = [...spellings];
    for (const spelling of group) {
      this.add(spelling, part);
      const term = this.terms.get(spelling);
      if (term !== undefined && stays) term.stays = true;
    }
    const [first] = group;
    if (first !== undefined) this.compared.set(asCompared(first), group);
  }

  has(text: string): boolean {
    return this.terms.size > 0 && this.terms.has(text);
  }

  /** The translation of a term, undefined for any other text and where it stays as it is. */
  of(text: string): string | undefined {
    return this.terms.get(text)?.translation;
  }

  get all(): IterableIterator<string> {
    return this.terms.keys();
  }

  get hasCompared(): boolean {
    return this.compared.size > 0;
  }

  isCompared(text: string): boolean {
    return this.compared.size > 0 && this.compared.has(asCompared(text));
  }

  /** The translation of a text in a formula, which may write its letters in another case than the cells do. */
  ofCompared(text: string): string | undefined {
    const [first] = this.compared.get(asCompared(text)) ?? [];
    if (first === undefined) return undefined;
    return this.terms.has(text) ? this.of(text) : this.of(first);
  }

  /** The end that the text of a cell that is no term needs, so that it is not taken for one that formulas look for. */
  apart(text: string): string {
    if (this.reserved.size === 0) return '';
    const key = asCompared(text);
    if (!this.reserved.has(key)) return '';
    const suffix = this.suffixes.get(key) ?? distinct(text, this.reserved, new Map()).slice(text.length);
    this.suffixes.set(key, suffix);
    this.numbered += 1;
    return suffix;
  }

  /** How many texts of cells were put apart from those that formulas look for. */
  get numberedTexts(): number {
    return this.numbered;
  }

  *units(): Generator<TextUnit, void> {
    for (const [text, term] of this.terms) {
      if (term.stays) continue;
      const segmented = this.segmented(text);
      yield {
        segments: segmented.segments.map((parts) => ({ role: 'table', parts, part: term.part })),
        edit: (translations) => {
          this.translate(text, term, segmented, translations);
          return undefined;
        },
      };
    }
  }

  /**
   * To be called once all units have their translations.
   * @returns for each text whose translation is too long for a formula, and which stays, its part
   */
  settle(): readonly string[] {
    this.settleCompared();
    for (const { changing, fixed } of this.unique) {
      const staying = [...changing].filter((name) => this.of(name) === undefined);
      const taken = new Set([...fixed, ...staying].map(asCompared));
      const numbers = new Map<string, number>();
      for (const name of changing) {
        const term = this.terms.get(name);
        if (term?.translation === undefined) continue;
        term.translation = distinct(term.translation, taken, numbers);
        taken.add(asCompared(term.translation));
      }
    }
    return this.tooLong;
  }

  /** Texts that were the same but for the case of letters are so again, and all others differ. */
  private settleCompared(): void {
    const changing: (readonly Term[])[] = [];
    for (const [key, spellings] of this.compared) {
      const group = spellings.flatMap((spelling) => this.terms.get(spelling) ?? []);
      const [first] = group;
      if (first?.translation !== undefined && lengthInFormula(first.translation) > this.maxLiteralLength) {
        this.tooLong.push(first.part);
        first.translation = undefined;
      }
      if (first?.translation === undefined) {
        for (const term of group) term.translation = undefined;
        this.reserved.add(key);
      } else changing.push(group);
    }
    const numbers = new Map<string, number>();
    for (const group of changing) {
      const translation = group[0]?.translation ?? '';
      const chosen = distinct(translation, this.reserved, numbers);
      for (const term of group) {
        const isSame = term.translation !== undefined && asCompared(term.translation) === asCompared(chosen);
        if (!isSame) term.translation = chosen;
      }
      this.reserved.add(asCompared(chosen));
    }
    if (this.compared.size === 0) return;
    for (const [text, term] of this.terms) {
      if (term.translation === undefined || this.compared.has(asCompared(text))) continue;
      term.translation = distinct(term.translation, this.reserved, numbers);
    }
  }

  private translate(text: string, term: Term, segmented: SegmentedTerm, translations: readonly Segment[]): void {
    const rendered = segmented.render(translations);
    if (rendered === undefined) return;
    const translation = this.listed.has(text) ? rendered.replaceAll(',', ';') : rendered;
    if (translation.trim() === '') return;
    this.held.add(translation.length);
    term.translation = translation;
  }
}

/** With its wildcards escaped, behind an operator. */
const lengthInFormula = (text: string): number => text.replace(/[~*?]/g, '~$&').length + '<>'.length;

/** `numbers`: the last number that each name was given, so that none is tried twice. */
const distinct = (name: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string => {
  if (!taken.has(asCompared(name))) return name;
  for (let number = (numbers.get(asCompared(name)) ?? 1) + 1; ; number += 1) {
    if (taken.has(asCompared(`${name} ${number}`))) continue;
    numbers.set(asCompared(name), number);
    return `${name} ${number}`;
  }
};
