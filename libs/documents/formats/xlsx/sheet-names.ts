import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { plainOf, segmentPlainText } from './text/text-segments.js';
import type { Sheet } from './xlsx-package.js';

/** UTF-16 units of the name of a sheet. */
const maxLength = 31;
const forbidden = /[[\]:*?/\\\p{Cc}]+/gu;

const cleaned = (name: string): string =>
  cut(name.replace(forbidden, ' ').replace(/^[' ]+/, ''), maxLength).replace(/(?<![' ])[' ]+$/, '');

/** The start of a text, which ends between two characters. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const distinct = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const candidate = cut(name, maxLength - suffix.length) + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
};

/** The names of sheets, and what they become. A name that Excel keeps for itself or does not allow is made to fit. */
export class SheetNames {
  private readonly renamed = new Map<string, string>();
  private readonly wanted = new Map<string, string>();

  constructor(private readonly sheets: readonly Sheet[]) {}

  /** The new name of a sheet, undefined where it keeps its own. */
  of(name: string): string | undefined {
    return this.renamed.get(name.toLowerCase());
  }

  get isEmpty(): boolean {
    return this.renamed.size === 0;
  }

  *units(part: string): Generator<TextUnit, void> {
    for (const { name, isTranslated } of this.sheets) {
      if (!isTranslated) continue;
      const text = segmentPlainText(name);
      yield {
        segments: text.segments.map((parts) => ({ role: 'title', parts, part })),
        edit: (translations) => {
          const runs = text.render(translations);
          if (runs !== undefined) this.wanted.set(name, plainOf(runs));
          return undefined;
        },
      };
    }
  }

  /** To be called once all units have their translations. */
  settle(): void {
    const taken = new Set(['history']);
    for (const { name } of this.sheets) if (!this.wanted.has(name)) taken.add(name.toLowerCase());
    for (const [name, translation] of this.wanted) {
      const renamed = distinct(cleaned(translation) || name, taken);
      taken.add(renamed.toLowerCase());
      this.renamed.set(name.toLowerCase(), renamed);
    }
  }
}
