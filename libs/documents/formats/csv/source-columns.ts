/** The columns of source text beside those that are translated. */
export class SourceColumns {
  private readonly taken: Set<string>;

  /**
   * @param columns those that are translated, by their places
   * @param names of all columns, where the first row has them
   * @param language the tag of the source language
   */
  constructor(
    private readonly columns: ReadonlySet<number>,
    private readonly names: readonly string[] | undefined,
    private readonly language: string,
    private readonly delimiter: string,
  ) {
    this.taken = new Set(names);
  }

  /** The name of the column of source text beside a column, in quotes where the column's own name is; empty where there is none. */
  nameBeside(column: number, isQuoted: boolean, encode: (text: string) => string): string {
    if (!this.columns.has(column)) return '';
    const name = this.names?.[column] ?? '';
    let beside = `${name} (${this.language})`;
    for (let number = 2; this.taken.has(beside); number += 1) beside = `${name} (${this.language} ${number})`;
    this.taken.add(beside);
    return this.delimiter + (isQuoted ? `"${encode(beside)}"` : beside);
  }

  /** The cell beside a field: the source of one that is translated, and nothing beside any other. */
  beside(column: number, source: string): string {
    return this.columns.has(column) ? this.delimiter + source : '';
  }
}
