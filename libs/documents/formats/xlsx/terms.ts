import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { plainOf, type SegmentedText, segmentPlainText } from './text/text-segments.js';

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
  translation?: string;
}

const asName = (text: string): string => text.toLowerCase();

/**
 * Texts that stand in several parts of a workbook which have to agree: the header cells of a table and the names of its
 * columns, the values of a list and the cells that hold them. Each is one segment. They come before all other segments,
 * so that every part can be written with their translations, whatever its place in the archive.
 */
export class Terms {
  private readonly terms = new Map<string, Term>();
  private readonly unique: { changing: ReadonlySet<string>; fixed: readonly string[] }[] = [];
  private readonly listed = new Set<string>();

  constructor(private readonly held: HeldText) {}

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

  /** Names that must stay different from each other, without regard to case; those in `changing` are translated. */
  keepUnique(names: readonly string[], changing: ReadonlySet<string>): void {
    this.unique.push({ changing, fixed: names.filter((name) => !changing.has(name)) });
  }

  has(text: string): boolean {
    return this.terms.size > 0 && this.terms.has(text);
  }

  /** The translation of a term, undefined for any other text and where it stays as it is. */
  of(text: string): string | undefined {
    return this.terms.get(text)?.translation;
  }

  *units(): Generator<TextUnit, void> {
    for (const [text, term] of this.terms) {
      const segmented = segmentPlainText(text);
      yield {
        segments: segmented.segments.map((parts) => ({ role: 'table', parts, part: term.part })),
        edit: (translations) => {
          this.translate(text, term, segmented, translations);
          return undefined;
        },
      };
    }
  }

  /** To be called once all units have their translations. */
  settle(): void {
    for (const { changing, fixed } of this.unique) {
      const staying = [...changing].filter((name) => this.of(name) === undefined);
      const taken = new Set([...fixed, ...staying].map(asName));
      const numbers = new Map<string, number>();
      for (const name of changing) {
        const term = this.terms.get(name);
        if (term?.translation === undefined) continue;
        term.translation = distinct(term.translation, taken, numbers);
        taken.add(asName(term.translation));
      }
    }
  }

  private translate(text: string, term: Term, segmented: SegmentedText, translations: readonly Segment[]): void {
    const runs = segmented.render(translations);
    if (runs === undefined) return;
    const translation = this.listed.has(text) ? plainOf(runs).replaceAll(',', ';') : plainOf(runs);
    if (translation.trim() === '') return;
    this.held.add(translation.length);
    term.translation = translation;
  }
}

/** `numbers`: the last number that each name was given, so that none is tried twice. */
const distinct = (name: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string => {
  if (!taken.has(asName(name))) return name;
  for (let number = (numbers.get(asName(name)) ?? 1) + 1; ; number += 1) {
    if (taken.has(asName(`${name} ${number}`))) continue;
    numbers.set(asName(name), number);
    return `${name} ${number}`;
  }
};
