import type { ClientBase, Pool } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { Row } from '../projection.port.js';
import type { RunnableSequence } from '../runner/runnable-projection.js';
import { RowOperationError } from './row-buffer.js';
import { columnOf, type TableColumns } from './table-columns.js';

/** Links inserted rows to the ones before them, each sequence by itself. */
export class RowSequence {
  private readonly last = new Map<string, Row>();

  constructor(private readonly sequence: RunnableSequence) {}

  /** Number of sequences whose last row is known. */
  get size(): number {
    return this.last.size;
  }

  /**
   * Reads the last rows of these rows' sequences from the table, unless they are known already: in the
   * transaction that will write, or before it if that one detects writes in between.
   */
  async resume(client: ClientBase | Pool, table: string, columns: TableColumns, rows: readonly Row[]): Promise<void> {
    const { within, orderedBy, reads } = this.sequence;
    const names = [...new Set(rows.map((row) => String(row[within])))].filter((name) => !this.last.has(name));
    if (names.length === 0) return;
    const read = reads.map((column) => `last.${quoteName(column)}`).join(', ');
    const { rows: found } = await client.query<{ sequence_name: string } & Row>(
      `select name::text as sequence_name, ${read}
       from unnest($1::${columnOf(columns, within).type}[]) as name, lateral (
         select * from ${quoteTable(table)} where ${quoteName(within)} = name
         order by ${quoteName(orderedBy)} desc limit 1) as last`,
      [names],
    );
    for (const { sequence_name: name, ...previous } of found) this.last.set(name, previous);
  }

  link(rows: readonly Row[]): Row[] {
    const { within, link } = this.sequence;
    return rows.map((row) => {
      const name = String(row[within]);
      try {
        const linked = link(row as never, this.last.get(name) as never) as Row;
        this.last.set(name, linked);
        return linked;
      } catch (error) {
        throw new RowOperationError('a row could not be linked', { cause: error });
      }
    });
  }
}
