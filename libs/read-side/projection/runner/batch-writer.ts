import type { ClientBase, Pool } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Row } from '../projection.port.js';
import { InsertList } from '../rows/insert-list.js';
import { RowBuffer } from '../rows/row-buffer.js';
import { RowSequence } from '../rows/row-sequence.js';
import type { RowStatement } from '../rows/row-statement.js';
import { RowWriter, runEach } from '../rows/row-writer.js';
import { readTableColumns, type TableColumns } from '../rows/table-columns.js';
import { handleEvent, type RunnableProjection } from './runnable-projection.js';

/** Operations of a batch on the rows of one projection. */
export type GatheredRows = RowBuffer | InsertList;

/** @throws EventHandlingError */
export const gatherRows = (projection: RunnableProjection, events: readonly RecordedEvent[]): GatheredRows => {
  const gathered = projection.sequence === undefined ? new RowBuffer(projection.primaryKey) : new InsertList();
  for (const event of events) handleEvent(projection, event, gathered);
  return gathered;
};

/** A batch in the form of `projection.apply`. */
export interface PreparedBatch {
  /** Role to be assumed while the rows are written. */
  role: string | undefined;
  /** Object id that the table must still have; undefined for any. */
  tableId: number | undefined;
  statements: RowStatement[];
}

/** Maximum of sequences whose last row is remembered between batches; beyond it all are read anew. */
const rememberedSequences = 10_000;

/** Turns batches of events into the rows of a projection's live table. */
export class BatchWriter {
  private readonly rowWriter: RowWriter;
  private remembered: RowSequence | undefined;

  private constructor(
    private readonly projection: RunnableProjection,
    private readonly columns: TableColumns,
    private readonly tableId: number,
    /** Role that writes the rows; undefined for the session's own. */
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

  /** Writes rows within a transaction that has locked the checkpoint. */
  async write(client: ClientBase, gathered: GatheredRows): Promise<void> {
    if (gathered.isEmpty) return;
    if (this.role !== undefined) await client.query(`set local role ${quoteName(this.role)}`);
    if (gathered instanceof RowBuffer) await this.rowWriter.write(client, gathered);
    else await runEach(client, this.insertions(await this.linked(client, gathered)));
    if (this.role !== undefined) await client.query('set local role none');
  }

  /**
   * Prepares a batch of the checkpoint's holder, whose batches come one after another: last rows of sequences are kept
   * from the batch before. They hold as long as the checkpoint is where that batch left it and the table is the same
   * one, which `projection.apply` checks. After a batch that was not written, call `forget`.
   * @throws EventHandlingError, RowOperationError
   */
  async prepare(pool: Pool, events: readonly RecordedEvent[]): Promise<PreparedBatch> {
    const gathered = this.fold(events);
    if (gathered instanceof RowBuffer)
      return { role: this.role, tableId: undefined, statements: this.rowWriter.statements(gathered) };
    const rows = await this.linkedToRemembered(pool, gathered);
    return { role: this.role, tableId: this.tableId, statements: this.insertions(rows) };
  }

  forget(): void {
    this.remembered = undefined;
  }

  private insertions(rows: readonly Row[]): RowStatement[] {
    return [...this.rowWriter.insertions(rows), ...derivations(this.projection, rows)];
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

/** The statement that derives what is due after the rows, if anything is. */
const derivations = ({ derived, sequence, table }: RunnableProjection, rows: readonly Row[]): RowStatement[] => {
  if (derived === undefined || sequence === undefined) return [];
  const due = rows.filter((row) => derived.isDue(row as never)).map((row) => row[sequence.within]);
  return due.length === 0 ? [] : [{ text: derived.derive(table), source: JSON.stringify([...new Set(due)]) }];
};

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
