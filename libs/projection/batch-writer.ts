import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#libs/event-store/event-store.port.js';
import { quoteName } from '#libs/postgres/identifiers.js';
import { InsertList } from './insert-list.js';
import { RowBuffer } from './row-buffer.js';
import { RowSequence } from './row-sequence.js';
import { RowWriter } from './row-writer.js';
import { handleEvent, type RunnableProjection } from './runnable-projection.js';
import { readTableColumns, type TableColumns } from './table-columns.js';

/** What a batch does to the rows of one projection. */
export type GatheredRows = RowBuffer | InsertList;

/** @throws EventHandlingError */
export const gatherRows = (projection: RunnableProjection, events: readonly RecordedEvent[]): GatheredRows => {
  const gathered = projection.sequence === undefined ? new RowBuffer(projection.primaryKey) : new InsertList();
  for (const event of events) handleEvent(projection, event, gathered);
  return gathered;
};

/** Turns batches of events into the rows of a projection's live table. */
export class BatchWriter {
  private readonly rowWriter: RowWriter;

  private constructor(
    private readonly projection: RunnableProjection,
    private readonly columns: TableColumns,
    /** Undefined when the rows are written as the session's own role. */
    private readonly role: string | undefined,
  ) {
    this.rowWriter = new RowWriter(projection.table, projection.primaryKey, columns);
  }

  static async open(client: ClientBase, projection: RunnableProjection): Promise<BatchWriter> {
    const columns = await readTableColumns(client, projection.table);
    return new BatchWriter(projection, columns, await permittedRole(client, projection.writtenBy));
  }

  /** @throws EventHandlingError */
  fold(events: readonly RecordedEvent[]): GatheredRows {
    return gatherRows(this.projection, events);
  }

  /** Within a transaction that has locked the checkpoint. */
  async write(client: ClientBase, gathered: GatheredRows): Promise<void> {
    if (gathered.isEmpty) return;
    if (this.role !== undefined) await client.query(`set local role ${quoteName(this.role)}`);
    if (gathered instanceof RowBuffer) await this.rowWriter.write(client, gathered);
    else await this.rowWriter.insert(client, await this.linked(client, gathered));
    if (this.role !== undefined) await client.query('set local role none');
  }

  private async linked(client: ClientBase, { rows }: InsertList) {
    if (this.projection.sequence === undefined) return rows;
    const sequence = new RowSequence(this.projection.sequence);
    await sequence.resume(client, this.projection.table, this.columns, rows);
    return sequence.link(rows);
  }
}

const permittedRole = async (client: ClientBase, role: string | undefined): Promise<string | undefined> => {
  if (role === undefined) return undefined;
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'SET')`,
    [role],
  );
  return rowCount === 1 ? role : undefined;
};
