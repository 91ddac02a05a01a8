import type { Pool, QueryArrayConfig } from 'pg';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { EventStoreUnavailableError } from '../event-store.errors.js';
import type { EventPage, ReadAllOptions, ReadStreamOptions, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';
import { LogArchives, type OpenArchives } from './archive/log-archives.js';
import { type EventRow, eventColumns, eventTypes, toRecordedEvent } from './event-rows.js';
import { archivedTo } from './partition-functions.js';
import { fromPosition, toPosition } from './postgres-position.js';
import { bounded, pageBytes, StreamPages } from './stream-pages.js';

export interface EventReaderSettings {
  pool: Pool;
  /** Milliseconds that one page may take. */
  readTimeoutMs: number;
  /** Opens the blob store, once an archived event is read. */
  archives: OpenArchives;
  /** Told of an archive that cannot be read: a subscription tries again for ever. */
  onFault: (error: Error) => void;
}

const streamPage = 500;
/** Maximum events of the log that one filtered page examines, so that a rare type never makes a long query. */
const scanned = 10_000;

const maxBigint = '9223372036854775807';

/**
 * Reads the end of the log and of the examined range in the same snapshot as the events, and which of the log is archived:
 * where the page begins there, no event is read here. The timeline is that of the server: another one means that a
 * standby has taken over, or that a copy was restored.
 *
 * The range ends at the last event that this very query sees: where a partition was attached after the query was planned,
 * the log has events already that it does not see.
 */
const logPage = `
  select ${eventColumns}, bytes, head, coalesce(
      (select max(position) from event_store.events where position > $1 and position <= $1 + ${scanned}),
      case when head > $1 + ${scanned} then $1 + ${scanned} else $1 end
    ) as scanned_to, archived_to,
    case when pg_is_in_recovery() then 'of a standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline
  from event_store.head() as log(head) cross join (${archivedTo}) archived(archived_to)
  left join lateral (${bounded(
    `select * from event_store.events
     where position > $1 and position <= $1 + ${scanned} and $1 >= archived_to
       and ($3::text[] is null or type = any($3)) and ($4::text[] is null or stream ^@ any($4))
     order by position limit $2`,
    'position',
  )}) events on true
  order by position`;

type PageEnds = [head: string, scannedTo: string, archivedTo: string, timeline: string];
type LogRow = [...EventRow, bytes: string, ...PageEnds];
/** The one row of a page without events: nulls, and the ends of the log and of the examined range. */
type NoEventsRow = [null, null, null, null, null, null, null, null, null, bytes: null, ...PageEnds];

/** A page, and the timeline of the server that gave it. */
export interface LogPage extends EventPage {
  timeline: string;
}

const toPage = (rows: readonly (LogRow | NoEventsRow)[], after: Position, limit: number): LogPage => {
  const events: RecordedEvent[] = [];
  for (const row of rows) if (row[0] !== null) events.push(toRecordedEvent(row));
  const last = rows.at(-1);
  if (last === undefined) throw new Error('A page of the log has at least one row');
  const [bytes, head, scannedTo] = [Number(last[9]), toPosition(last[10]), toPosition(last[11])];
  const cutShort = events.length === limit || bytes >= pageBytes;
  const reached = cutShort ? (events.at(-1)?.position ?? after) : scannedTo;
  const position = isAtOrAfter(reached, after) ? reached : after;
  return { events, position, atEnd: isAtOrAfter(position, head), timeline: last[13] };
};

interface TimedQuery extends QueryArrayConfig {
  /** Known to `pg`, missing in its types: gives up on a connection that hangs. */
  query_timeout: number;
}

/** Reads over a pool of connections, a page in each round trip. All methods reject with EventStoreUnavailableError. */
export class EventReader {
  private readonly archives: LogArchives;
  private readonly forwards = new StreamPages('forwards', (query) => this.query(query));
  private readonly backwards = new StreamPages('backwards', (query) => this.query(query));

  constructor(private readonly settings: EventReaderSettings) {
    this.archives = new LogArchives((query) => this.query(query), settings.archives, settings.onFault);
  }

  async *readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    const forwards = options.direction !== 'backwards';
    let from = options.from === undefined ? (forwards ? '0' : maxBigint) : String(options.from);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const asked = Math.min(left, streamPage);
      const rows = await (forwards ? this.forwards : this.backwards).page(stream, from, asked);
      const last = rows.at(-1);
      if (last === undefined) return;
      const isWhole = rows.length < asked && Number(last[9]) < pageBytes && last[10] === null;
      for (const row of rows) {
        const archive = row[10];
        const found = archive === null ? [toRecordedEvent(row)] : this.archives.stream(archive, stream, row[0], row[2]);
        for await (const event of found) {
          yield event;
          left -= 1;
          if (left <= 0) return;
        }
      }
      const end = BigInt(last[2]);
      if (isWhole || (!forwards && end === 0n)) return;
      from = String(end + (forwards ? 1n : -1n));
    }
  }

  async readAll(options: ReadAllOptions): Promise<LogPage> {
    const { after, limit, types, streamPrefixes } = options;
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('The limit of a page is at least 1');
    const rows: (LogRow | NoEventsRow)[] = await this.query({
      name: 'event_store_log',
      text: logPage,
      values: [fromPosition(after), limit, types ?? null, streamPrefixes ?? null],
      rowMode: 'array',
    });
    const [first] = rows;
    const archivedTo = toPosition(first?.[12] ?? '0');
    if (isAtOrAfter(after, archivedTo)) return toPage(rows, after, limit);
    const archived = await this.archives.page(options, archivedTo);
    const { events, position } = archived;
    if (events.length === limit || !isAtOrAfter(position, archivedTo)) {
      return { ...archived, timeline: first?.[13] ?? '' };
    }
    const page = await this.readAll({ ...options, after: position, limit: limit - events.length });
    return { ...page, events: [...events, ...page.events] };
  }

  async head(): Promise<Position> {
    const rows: [string][] = await this.query({
      name: 'event_store_head',
      text: 'select event_store.head()',
      values: [],
      rowMode: 'array',
    });
    return toPosition(rows[0]?.[0] ?? '0');
  }

  private async query<Row extends unknown[]>(statement: QueryArrayConfig): Promise<Row[]> {
    const { pool, readTimeoutMs } = this.settings;
    const query: TimedQuery = { ...statement, types: eventTypes, query_timeout: readTimeoutMs };
    try {
      return (await pool.query<Row>(query)).rows;
    } catch (error) {
      throw new EventStoreUnavailableError(`The event store could not be read: ${describeFault(error)}`);
    }
  }
}
