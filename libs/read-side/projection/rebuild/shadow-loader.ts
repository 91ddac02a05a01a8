import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { EventPage, EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { Row } from '../projection.port.js';
import { encodeForCopy } from '../rows/copy-encoder.js';
import { RowBuffer } from '../rows/row-buffer.js';
import { RowSequence } from '../rows/row-sequence.js';
import { groupByShape } from '../rows/row-shapes.js';
import { RowWriter } from '../rows/row-writer.js';
import { readTableColumns, type TableColumns } from '../rows/table-columns.js';
import { gatherRows } from '../runner/batch-writer.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';
import type { ShadowTable } from './shadow-table.js';

const pageSize = 2_000;

/** Fills a shadow table from the log. As its only writer, it keeps the table's sequences in memory. */
export class ShadowLoader {
  position: Position = START;
  events = 0;
  private readonly writer: RowWriter;
  private readonly sequence: RowSequence | undefined;

  private constructor(
    private readonly eventStore: EventStore,
    private readonly projection: RunnableProjection,
    private readonly shadow: ShadowTable,
    private readonly columns: TableColumns,
  ) {
    this.writer = new RowWriter(shadow.table, projection.primaryKey, columns);
    this.sequence = projection.sequence && new RowSequence(projection.sequence);
  }

  static async open(
    client: ClientBase,
    eventStore: EventStore,
    projection: RunnableProjection,
    shadow: ShadowTable,
  ): Promise<ShadowLoader> {
    return new ShadowLoader(eventStore, projection, shadow, await readTableColumns(client, shadow.table));
  }

  /**
   * Applies all events up to and with `end`. Reading a page, turning one into rows and writing one go on at
   * the same time, so the slowest of the three sets the pace.
   */
  async loadTo(client: ClientBase, end: Position, signal: AbortSignal, onPage?: () => void): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    let reading = this.position < end ? this.read(this.position) : undefined;
    try {
      while (reading !== undefined) {
        const page = await reading;
        signal.throwIfAborted();
        const last = page.atEnd || page.position >= end;
        reading = last ? undefined : this.read(page.position);
        reading?.catch(() => undefined);
        // Lets the request for the next page leave before this process is busy with this one.
        await nextTurn();
        const events = last ? page.events.filter(({ position }) => position <= end) : page.events;
        const write = this.prepare(client, events);
        await writing;
        writing = write();
        writing.catch(() => undefined);
        this.events += events.length;
        this.position = last ? end : page.position;
        onPage?.();
      }
    } finally {
      await writing;
    }
  }

  private read(after: Position): Promise<EventPage> {
    return this.eventStore.readAll({ after, types: eventTypesOf(this.projection), limit: pageSize });
  }

  /** Does the work that needs no database at once; the returned function does the rest. */
  private prepare(client: ClientBase, events: EventPage['events']): () => Promise<void> {
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
