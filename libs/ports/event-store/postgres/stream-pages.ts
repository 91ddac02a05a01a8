import type { QueryArrayConfig } from 'pg';
import { type EventRow, storedColumns } from './event-rows.js';

/** Maximum bytes of a page in memory, as stored (compressed where large). The first event always fits. */
export const pageBytes = 4 * 1024 * 1024;

const sizeOfRow = 'coalesce(pg_column_size(data) + pg_column_size(metadata), 0)';

/** Cuts the rows of `events`, in the given order, where `pageBytes` are passed; adds the bytes so far. */
export const bounded = (events: string, order: string, more = ''): string => `
  select ${storedColumns}, bytes${more} from (
    select *, ${sizeOfRow} as size, sum(${sizeOfRow}) over (order by ${order}) as bytes
    from (${events}) page
  ) sized where bytes - size < ${pageBytes} order by ${order}`;

/** An event; or an archive with, in the place of the position and as revision, the first and last revision to be read there. */
export type StreamRow = [...EventRow, bytes: string, archive: string | null];

export type StreamDirection = 'forwards' | 'backwards';

const order = { forwards: 'revision', backwards: 'revision desc' } as const;

const ofOne = (direction: StreamDirection): string =>
  bounded(`select * from event_store.stream_${direction}($1, $2, $3)`, order[direction], ', archive');

const ofSeveral = (direction: StreamDirection): string => `
  select page.*, place from unnest($1::text[], $2::bigint[], $3::integer[]) with ordinality as wanted (stream, first, max, place),
  lateral (${bounded(`select * from event_store.stream_${direction}(wanted.stream, wanted.first, wanted.max)`, order[direction], ', archive')}) page
  order by place, page.${order[direction]}`;

const maxUnderWay = 2;
/** Pages that one statement reads: each is of at most `pageBytes`. */
const maxTogether = 16;

interface Asked {
  stream: string;
  from: string;
  limit: number;
  rows: PromiseWithResolvers<StreamRow[]>;
}

/**
 * Reads pages of streams in one direction. Two statements are under way at a time; what is asked for meanwhile waits for
 * one of them to end, and then goes in one statement together: work on many streams at once costs few statements, and one
 * that comes alone waits for nobody.
 */
export class StreamPages {
  private readonly waiting: Asked[] = [];
  private underWay = 0;
  private readonly statements: { one: string; several: string };

  constructor(
    private readonly direction: StreamDirection,
    private readonly query: <Row extends unknown[]>(statement: QueryArrayConfig) => Promise<Row[]>,
  ) {
    this.statements = { one: ofOne(direction), several: ofSeveral(direction) };
  }

  /** The rows of a stream from a revision (inclusive) on, so many at most. Rejects as the query does. */
  page(stream: string, from: string, limit: number): Promise<StreamRow[]> {
    const rows = Promise.withResolvers<StreamRow[]>();
    this.waiting.push({ stream, from, limit, rows });
    void this.readWaiting();
    return rows.promise;
  }

  private async readWaiting(): Promise<void> {
    if (this.underWay >= maxUnderWay) return;
    const asked = this.waiting.splice(0, maxTogether);
    if (asked.length === 0) return;
    this.underWay += 1;
    try {
      const pages = await this.read(asked);
      for (const [at, { rows }] of asked.entries()) rows.resolve(pages[at] ?? []);
    } catch (error) {
      for (const { rows } of asked) rows.reject(error);
    } finally {
      this.underWay -= 1;
    }
    void this.readWaiting();
  }

  private async read(asked: readonly Asked[]): Promise<StreamRow[][]> {
    const [first] = asked;
    const name = `event_store_${this.direction}`;
    if (first !== undefined && asked.length === 1) {
      const { stream, from, limit } = first;
      return [await this.query({ name, text: this.statements.one, values: [stream, from, limit], rowMode: 'array' })];
    }
    const rows = await this.query<[...StreamRow, place: string]>({
      name: `${name}_of_several`,
      text: this.statements.several,
      values: [asked.map(({ stream }) => stream), asked.map(({ from }) => from), asked.map(({ limit }) => limit)],
      rowMode: 'array',
    });
    const pages = asked.map((): StreamRow[] => []);
    for (const row of rows) pages[Number(row[11]) - 1]?.push(row as unknown as StreamRow);
    return pages;
  }
}
