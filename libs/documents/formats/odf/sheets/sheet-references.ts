/** The new name of a sheet, undefined where it keeps its own. */
export type NewSheetName = (name: string) => string | undefined;

/** Letters alone, and more of them than a cell's column has, cannot be read as anything but a name. */
const needsNoQuotes = /^\p{L}{4,}$/u;
const nameEnd = new Set(' \t\n\r\'".:$#[]();~!|,{}'.split(''));

const quoted = (name: string): string => (needsNoQuotes.test(name) ? name : `'${name.replaceAll("'", "''")}'`);

/** A list of addresses of cells (`$Town.A1:.B2 'The harbour'.A1`) with its sheets renamed. */
export const renameInAddresses = (addresses: string, newName: NewSheetName): string =>
  new ReferenceScanner(addresses, newName, true).renamed();

/** A formula with the sheets of its references renamed, which stand in brackets; texts in quotes stay. */
export const renameInFormula = (formula: string, newName: NewSheetName): string =>
  new ReferenceScanner(formula, newName, false).renamed();

class ReferenceScanner {
  private at = 0;
  private written = '';

  constructor(
    private readonly text: string,
    private readonly newName: NewSheetName,
    private isInReference: boolean,
  ) {}

  renamed(): string {
    const { text } = this;
    while (this.at < text.length) {
      const character = text[this.at] ?? '';
      if (character === '"' || character === "'") this.quotation(character);
      else if (nameEnd.has(character)) this.punctuation(character);
      else this.word();
    }
    return this.written;
  }

  private punctuation(character: string): void {
    if (character === '[') this.isInReference = true;
    if (character === ']') this.isInReference = false;
    this.written += character;
    this.at += 1;
  }

  /** A text, or the name of a sheet with quotes doubled in it. */
  private quotation(quote: string): void {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && (this.text[end] !== quote || this.text[end + 1] === quote)) {
      end += this.text[end] === quote ? 2 : 1;
    }
    const raw = this.text.slice(start, end + 1);
    this.at = end + 1;
    this.name(raw, quote === "'" ? raw.slice(1, -1).replaceAll("''", "'") : undefined);
  }

  private word(): void {
    const start = this.at;
    while (this.at < this.text.length && !nameEnd.has(this.text[this.at] ?? '')) this.at += 1;
    const raw = this.text.slice(start, this.at);
    this.name(raw, raw);
  }

  /** A sheet stands before a full stop; one behind a number sign belongs to another file. */
  private name(raw: string, name: string | undefined): void {
    const isSheet = this.isInReference && this.text[this.at] === '.' && !/#\$?$/.test(this.written.slice(-2));
    const renamed = isSheet && name !== undefined ? this.newName(name) : undefined;
    this.written += renamed === undefined ? raw : quoted(renamed);
  }
}
