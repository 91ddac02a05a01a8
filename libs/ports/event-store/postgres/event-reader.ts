import { Pool, type QueryArrayConfig } from 'pg';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { EventStoreUnavailableError } from '../event-store.errors.js';
import type { EventPage, ReadAllOptions, ReadStreamOptions, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';
import { type EventRow, eventColumns, eventSession, eventTypes, toRecordedEvent } from './event-rows.js';
import { fromPosition, toPosition } from './postgres-position.js';

export interface EventReaderSettings {
  connectionString: string;
  connectTimeoutMs: number;
  readTimeoutMs: number;
  /** Maximum number of connections that read at once. */
  connections: number;
}

/** Maximum bytes of a page in memory, as stored (compressed where large). The first event always fits. */
const pageBytes = 4 * 1024 * 1024;
const streamPage = 500;
/** Maximum events of the log that one filtered page examines, so that a rare type never makes a long query. */
const scanned = 10_000;

/** Cuts the rows of `events`, in the given order, where `pageBytes` are passed; adds the bytes so far. */
const bounded = (events: string, order: string): string => `
  select ${eventColumns}, bytes from (
    select *, pg_column_size(data) + pg_column_size(metadata) as size,
      sum(pg_column_size(data) + pg_column_size(metadata)) over (order by ${order}) as bytes
    from (${events}) page
  ) sized where bytes - size < ${pageBytes} order by ${order}`;

const streamPageOf = (comparison: '>=' | '<=', order: 'asc' | 'desc'): string =>
  bounded(
    `select * from event_store.events
     where stream = $1 and revision ${comparison} $2 order by revision ${order} limit $3`,
    `revision ${order}`,
  );

const forwardsPage = streamPageOf('>=', 'asc');
const backwardsPage = streamPageOf('<=', 'desc');
const greatestBigint = '9223372036854775807';

/** Reads head and end of the examined range in the same snapshot as the events. */
const logPage = `
  select ${eventColumns}, bytes, head, least(head, $1 + ${scanned}) as scanned_to
  from (select coalesce(max(position), 0) as head from event_store.events) log
  left join lateral (${bounded(
    `select * from event_store.events
     where position > $1 and position <= $1 + ${scanned}
       and ($3::text[] is null or type = any($3)) and ($4::text[] is null or stream ^@ any($4))
     order by position limit $2`,
    'position',
  )}) events on true
  order by position`;

type StreamRow = [...EventRow, bytes: string];
type LogRow = [...EventRow, bytes: string, head: string, scannedTo: string];
/** The one row of a page without events: nulls, and the ends of the log and of the examined range. */
type NoEventsRow = [null, null, null, null, null, null, null, null, null, bytes: null, head: string, scannedTo: string];

const toPage = (rows: readonly (LogRow | NoEventsRow)[], after: Position, limit: number): EventPage => {
  const events: RecordedEvent[] = [];
  for (const row of rows) if (row[0] !== null) events.push(toRecordedEvent(row));
  const last = rows.at(-1);
  if (last === undefined) throw new Error('A page of the log has at least one row');
  const [bytes, head, scannedTo] = [Number(last[9]), toPosition(last[10]), toPosition(last[11])];
  const cutShort = events.length === limit || bytes >= pageBytes;
  const reached = cutShort ? (events.at(-1)?.position ?? after) : scannedTo;
  const position = isAtOrAfter(reached, after) ? reached : after;
  return { events, position, atEnd: isAtOrAfter(position, head) };
};

/** Reads over a pool of connections, a page in each round trip. All methods reject with EventStoreUnavailableError. */
export class EventReader {
  private readonly pool: Pool;

  constructor(settings: EventReaderSettings) {
    this.pool = new Pool({
      connectionString: settings.connectionString,
      application_name: 'transledger-event-store-reads',
      max: settings.connections,
      connectionTimeoutMillis: settings.connectTimeoutMs,
      query_timeout: settings.readTimeoutMs,
      keepAlive: true,
      // A page of a few MiB is sorted in memory; with the default of 4 MiB it goes through a file.
      options: `-c work_mem=32MB ${eventSession}`,
      types: eventTypes,
    });
    this.pool.on('error', () => undefined); // an idle connection broke; the pool has dropped it
  }

  async *readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    const forwards = options.direction !== 'backwards';
    let from = options.from === undefined ? (forwards ? '0' : greatestBigint) : String(options.from);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const rows: StreamRow[] = await this.query({
        name: forwards ? 'event_store_forwards' : 'event_store_backwards',
        text: forwards ? forwardsPage : backwardsPage,
        values: [stream, from, Math.min(left, streamPage)],
        rowMode: 'array',
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const row of rows) yield toRecordedEvent(row);
      left -= rows.length;
      const revision = BigInt(last[2]);
      if (!forwards && revision === 0n) return;
      from = String(forwards ? revision + 1n : revision - 1n);
    }
  }

  async readAll({ after, limit, types, streamPrefixes }: ReadAllOptions): Promise<EventPage> {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('The limit of a page is at least 1');
    const rows: (LogRow | NoEventsRow)[] = await this.query({
      name: 'event_store_log',
      text: logPage,
      values: [fromPosition(after), limit, types ?? null, streamPrefixes ?? null],
      rowMode: 'array',
    });
    return toPage(rows, after, limit);
  }

  async head(): Promise<Position> {
    const rows: [string][] = await this.query({
      name: 'event_store_head',
      text: 'select coalesce(max(position), 0) from event_store.events',
      values: [],
      rowMode: 'array',
    });
    return toPosition(rows[0]?.[0] ?? '0');
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async query<Row extends unknown[]>(query: QueryArrayConfig): Promise<Row[]> {
    try {
      return (await this.pool.query<Row>(query)).rows;
    } catch (error) {
      throw new EventStoreUnavailableError(`The event store could not be read: ${describeFault(error)}`);
    }
  }
}
