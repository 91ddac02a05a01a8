import type { ClientBase, Pool } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { InsertList } from '../rows/insert-list.js';
import { RowBuffer } from '../rows/row-buffer.js';
import { RowSequence } from '../rows/row-sequence.js';
import type { RowStatement } from '../rows/row-statement.js';
import { RowWriter } from '../rows/row-writer.js';
import { readTableColumns, type TableColumns } from '../rows/table-columns.js';
import { handleEvent, type RunnableProjection } from './runnable-projection.js';

/** What a batch does to the rows of one projection. */
export type GatheredRows = RowBuffer | InsertList;

/** @throws EventHandlingError */
export const gatherRows = (projection: RunnableProjection, events: readonly RecordedEvent[]): GatheredRows => {
  const gathered = projection.sequence === undefined ? new RowBuffer(projection.primaryKey) : new InsertList();
  for (const event of events) handleEvent(projection, event, gathered);
  return gathered;
};

/** A batch as `projection.apply` takes it. */
export interface PreparedBatch {
  /** To be taken on while the rows are written. */
  role: string | undefined;
  /** Object id that the table must still have; undefined where it does not matter. */
  tableId: number | undefined;
  statements: RowStatement[];
}

/** Sequences whose last row is remembered between batches; then all are read anew. */
const rememberedSequences = 10_000;

/** Turns batches of events into the rows of a projection's live table. */
export class BatchWriter {
  private readonly rowWriter: RowWriter;
  private remembered: RowSequence | undefined;

  private constructor(
    private readonly projection: RunnableProjection,
    private readonly columns: TableColumns,
    private readonly tableId: number,
    /** Undefined when the rows are written as the session's own role. */
    private readonly role: string | undefined,
  ) {
    this.rowWriter = new RowWriter(projection.table, projection.primaryKey, columns);
  }

  static async open(client: ClientBase, projection: RunnableProjection): Promise<BatchWriter> {
    const columns = await readTableColumns(client, projection.table);
    const tableId = await readTableId(client, projection.table);
    return new BatchWriter(projection, columns, tableId, await permittedRole(client, projection.writtenBy));
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

  /**
   * For one who holds the checkpoint, and whose batches come one after another: where sequences stand is remembered
   * from the batch before. That holds as long as the checkpoint is where that batch left it and the table is the same
   * one, which `projection.apply` looks at. After a batch that was not written, `forget`.
   * @throws EventHandlingError, RowOperationError
   */
  async prepare(pool: Pool, events: readonly RecordedEvent[]): Promise<PreparedBatch> {
    const gathered = this.fold(events);
    if (gathered instanceof RowBuffer)
      return { role: this.role, tableId: undefined, statements: this.rowWriter.statements(gathered) };
    const rows = await this.linkedToRemembered(pool, gathered);
    return { role: this.role, tableId: this.tableId, statements: this.rowWriter.insertions(rows) };
  }

  forget(): void {
    this.remembered = undefined;
  }

  private async linkedToRemembered(pool: Pool, { rows }: InsertList) {
    const { sequence: shape, table } = this.projection;
    if (shape === undefined) return rows;
    if ((this.remembered?.size ?? 0) > rememberedSequences) this.forget();
    this.remembered ??= new RowSequence(shape);
    await this.remembered.resume(pool, table, this.columns, rows);
    return this.remembered.link(rows);
  }

  private async linked(client: ClientBase, { rows }: InsertList) {
    if (this.projection.sequence === undefined) return rows;
    const sequence = new RowSequence(this.projection.sequence);
    await sequence.resume(client, this.projection.table, this.columns, rows);
    return sequence.link(rows);
  }
}

const readTableId = async (client: ClientBase, table: string): Promise<number> => {
  const { rows } = await client.query<{ id: number }>('select to_regclass($1)::oid as id', [quoteTable(table)]);
  const [found] = rows;
  if (found === undefined) throw new Error('a query without a table has one row');
  return found.id;
};

const permittedRole = async (client: ClientBase, role: string | undefined): Promise<string | undefined> => {
  if (role === undefined) return undefined;
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'SET')`,
    [role],
  );
  return rowCount === 1 ? role : undefined;
};
