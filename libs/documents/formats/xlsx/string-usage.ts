/** Strings of a workbook, at most: a thousand million cells have fewer. */
const maxStrings = 64 * 1024 ** 2;

const translated = 1;
const kept = 2;
const referred = 4;

/** By which cells each shared string is used: those that are translated, and those that stay. A byte a string. */
export class StringUsage {
  private flags = new Uint8Array(1024);

  use(index: number, isTranslated: boolean): void {
    this.flag(index, isTranslated ? translated : kept);
  }

  /** Notes that a formula refers to a cell with the string. */
  refer(index: number): void {
    this.flag(index, referred);
  }

  private flag(index: number, flag: number): void {
    if (index >= maxStrings) return;
    if (index >= this.flags.length) {
      const grown = new Uint8Array(Math.min(maxStrings, Math.max(index + 1, this.flags.length * 2)));
      grown.set(this.flags);
      this.flags = grown;
    }
    this.flags[index] = (this.flags[index] ?? 0) | flag;
  }

  isTranslated(index: number): boolean {
    return ((this.flags[index] ?? 0) & (translated | kept)) === translated;
  }

  isReferred(index: number): boolean {
    return ((this.flags[index] ?? 0) & referred) !== 0;
  }

  /** Whether some of the cells are translated and others stay. */
  isDivided(index: number): boolean {
    return isDivided(this.flags[index] ?? 0);
  }

  get hasDivided(): boolean {
    return this.flags.some(isDivided);
  }
}

const isDivided = (flags: number): boolean => (flags & translated) !== 0 && (flags & kept) !== 0;
