import { baseLanguage } from '#libs/text/languages/language-tag.js';

/** Signs that keyboards and word processors write one way or the other. */
const plainSigns: Readonly<Record<string, string>> = {
  '\u2019': "'",
  '\u02bc': "'",
  '\u2010': '-',
  '\u2011': '-',
};

/**
 * Mark of a folding that is longer than a UTF-16 unit: `ß` is `ss`. Units of private use mean nothing to the table, so
 * one can mark these.
 */
const isLonger = 0xf8ff;

/**
 * Folds code points to the form in which terms are looked up: letters that differ in case only are alike, by the rules
 * of a language (`I` and `ı` in Turkish; Greek, whose capitals have no accents, without accents), and so are
 * apostrophes and hyphens. It brings more together than belongs together (`Maße`, `Masse`): every match has to be
 * compared again.
 */
export class CaseFolding {
  private readonly language: string;
  /** Folded units by code point of the Basic Multilingual Plane; 0 where not looked up yet. */
  private readonly units = new Uint16Array(0x1_0000);
  private readonly longer = new Map<number, string>();

  constructor(language: string) {
    this.language = language;
  }

  /** Folds a code point to one UTF-16 unit; undefined where it becomes more than that, then see `foldLong`. */
  fold(codePoint: number): number | undefined {
    if (codePoint > 0xffff) return undefined;
    const unit = this.units[codePoint] || this.lookUp(codePoint);
    return unit === isLonger ? undefined : unit;
  }

  foldLong(codePoint: number): string {
    const known = this.longer.get(codePoint);
    if (known !== undefined) return known;
    const folded = this.folded(String.fromCodePoint(codePoint));
    this.longer.set(codePoint, folded);
    return folded;
  }

  private lookUp(codePoint: number): number {
    const folded = this.folded(String.fromCodePoint(codePoint));
    const unit = folded.length === 1 ? folded.charCodeAt(0) : isLonger;
    this.units[codePoint] = unit;
    return unit;
  }

  private folded(character: string): string {
    const plain = plainSigns[character];
    if (plain !== undefined) return plain;
    // Through capitals first: `ς` and `σ` have the same one, and `ß` has two letters.
    return character.toLocaleUpperCase(this.language).toLocaleLowerCase(this.language);
  }
}

const special = new Set(['az', 'el', 'lt', 'tr']);
const foldings = new Map<string, CaseFolding>();

/** Returns the folding of a language, 128 KiB, which is cached: there are five. */
export const caseFoldingOf = (language: string): CaseFolding => {
  const base = baseLanguage(language);
  const rules = special.has(base) ? base : 'en';
  const folding = foldings.get(rules) ?? new CaseFolding(rules);
  foldings.set(rules, folding);
  return folding;
};
