import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { EventPage } from '#libs/ports/event-store/event-store.port.js';
import type { Row } from '../projection.port.js';
import { encodeForCopy } from '../rows/copy-encoder.js';
import { RowBuffer } from '../rows/row-buffer.js';
import { RowSequence } from '../rows/row-sequence.js';
import { groupByShape } from '../rows/row-shapes.js';
import { RowWriter } from '../rows/row-writer.js';
import { readTableColumns, type TableColumns } from '../rows/table-columns.js';
import { gatherRows } from '../runner/batch-writer.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';
import type { ShadowTable } from './shadow-table.js';

/** A later commit, which waits for the disk, covers everything written before it. */
export const unsynced = 'begin; set local synchronous_commit = off';

/** Writes events into a shadow table. As its only writer, it keeps the table's sequences in memory. */
export class ShadowRows {
  private readonly writer: RowWriter;
  private readonly sequence: RowSequence | undefined;

  private constructor(
    private readonly projection: RunnableProjection,
    private readonly shadow: ShadowTable,
    private readonly columns: TableColumns,
  ) {
    this.writer = new RowWriter(shadow.table, projection.primaryKey, columns);
    this.sequence = projection.sequence && new RowSequence(projection.sequence);
  }

  static async open(client: ClientBase, projection: RunnableProjection, shadow: ShadowTable): Promise<ShadowRows> {
    return new ShadowRows(projection, shadow, await readTableColumns(client, shadow.table));
  }

  /** Does the work that needs no database at once; the returned function does the rest. */
  prepare(client: ClientBase, events: EventPage['events']): () => Promise<void> {
    const gathered = gatherRows(this.projection, events);
    if (gathered.isEmpty) return async () => undefined;
    const rows = gathered instanceof RowBuffer ? gathered.insertsOnly() : gathered.rows;
    if (rows !== undefined) return this.prepareCopy(client, this.sequence?.link(rows) ?? rows);
    return async () => {
      await this.shadow.addPrimaryKey(client);
      await this.writer.write(client, gathered as RowBuffer);
    };
  }

  private prepareCopy(client: ClientBase, rows: readonly Row[]): () => Promise<void> {
    const copies = [...groupByShape(rows)].map(([names, group]) => ({
      sql: `copy ${quoteTable(this.shadow.table)} (${names.map(quoteName).join(', ')}) from stdin`,
      text: Buffer.from(encodeForCopy(group, names, this.columns)),
    }));
    return async () => {
      for (const { sql, text } of copies) await copyIn(client, sql, text);
    };
  }
}

const copyIn = (client: ClientBase, sql: string, text: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const copy = client.query(copyFrom(sql));
    copy.once('error', reject);
    copy.once('finish', resolve);
    copy.end(text);
  });
