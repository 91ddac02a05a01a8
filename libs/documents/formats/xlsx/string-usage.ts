/** Strings of a workbook, at most: a thousand million cells have fewer. */
const maxStrings = 64 * 1024 ** 2;

const translated = 1;
const kept = 2;
const referred = 4;
const outside = 8;

/** A use of the text of a cell: it stays because the cell is hidden, or because its sheet is outside the page range. */
export type CellUse = 'translated' | 'hidden' | 'outside';

const flagsOf: Readonly<Record<CellUse, number>> = { translated, hidden: kept, outside: kept | outside };

/** By which cells each shared string is used: those that are translated, and those that stay. A byte a string. */
export class StringUsage {
  private flags = new Uint8Array(1024);

  use(index: number, use: CellUse): void {
    this.flag(index, flagsOf[use]);
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

  /** Whether some of the cells are translated, and some stay because of the page range; undefined for a string of no cell. */
  cellsOf(index: number): { isTranslated: boolean; stays: boolean } | undefined {
    const flags = this.flags[index] ?? 0;
    if ((flags & (translated | kept)) === 0) return undefined;
    return { isTranslated: (flags & translated) !== 0, stays: (flags & outside) !== 0 };
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

  /** Lets all cells with a string be translated, unless one stays because of the page range. Whether that changes any. */
  translateAll(index: number): boolean {
    const flags = this.flags[index] ?? 0;
    if ((flags & kept) === 0 || (flags & outside) !== 0) return false;
    this.flags[index] = (flags & ~kept) | translated;
    return true;
  }

  /** Lets no cell with a string be translated. */
  keepAll(index: number): void {
    this.flags[index] = ((this.flags[index] ?? 0) & ~translated) | kept;
  }

  /** Lets hidden cells be translated whose string others show in translation. Whether that changes any. */
  translateDivided(): boolean {
    let isChanged = false;
    for (const [index, flags] of this.flags.entries()) {
      if (isDivided(flags) && this.translateAll(index)) isChanged = true;
    }
    return isChanged;
  }
}

const isDivided = (flags: number): boolean => (flags & translated) !== 0 && (flags & kept) !== 0;
