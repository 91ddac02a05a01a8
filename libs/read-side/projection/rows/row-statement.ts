/** A statement that changes the rows of one table; its one parameter, `$1`, is `source`. */
export interface RowStatement {
  text: string;
  /** The rows as a JSON array of objects. */
  source: string;
}
