import type { Client } from 'pg';
import { textOfChunk } from './archive-chunk.js';

/** The range of a closed partition, as PostgreSQL writes bigints. */
export interface PartitionRange {
  firstPosition: string;
  /** Belongs to the next partition. */
  endPosition: string;
}

/** A chunk as it is before it is packed, and what it is found by. */
export type Chunk =
  | { of: 'events'; firstPosition: string; rows: number; text: string }
  | { of: 'streams'; firstStream: string; firstRevision: string; text: string };

/** Rows and stored bytes of a chunk of events: what one read of a single event costs, and what is in memory at a time. */
const eventRows = 500;
const eventBytes = 512 * 1024;
/** Rows of a chunk of streams: some 150 kB, 40 kB packed. */
const streamRows = 2_000;

/** `json` is written as it is stored, whatever its order and spaces. The columns are those of `EventRow`. */
const eventsOfRange = `
  select position, line from (
    select position, json_build_array(position::text, stream, revision::text, id, type, version, data, metadata,
        (recorded_at at time zone 'UTC')::text)::text as line,
      sum(pg_column_size(data) + pg_column_size(metadata)) over (order by position)
        - pg_column_size(data) - pg_column_size(metadata) as bytes_before
    from (
      select * from event_store.events where position > $1 and position < $2 order by position limit ${eventRows}
    ) page
  ) sized where bytes_before < ${eventBytes} order by position`;

async function* eventChunks(client: Client, range: PartitionRange): AsyncGenerator<Chunk> {
  let after = String(BigInt(range.firstPosition) - 1n);
  for (;;) {
    const { rows } = await client.query<{ position: string; line: string }>(eventsOfRange, [after, range.endPosition]);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    const text = textOfChunk(rows.map(({ line }) => line));
    yield { of: 'events', firstPosition: first.position, rows: rows.length, text };
    after = last.position;
  }
}

/** Through a cursor: sorted once, by the server, and never whole in memory. */
async function* streamChunks(client: Client, range: PartitionRange): AsyncGenerator<Chunk> {
  await client.query('begin; set local cursor_tuple_fraction = 1');
  await client.query(
    `declare streams no scroll cursor for
     select stream, revision, json_build_array(stream, revision::text, position::text)::text as line
     from event_store.events where position >= ${range.firstPosition} and position < ${range.endPosition}
     order by stream, revision`,
  );
  for (;;) {
    const { rows } = await client.query<{ stream: string; revision: string; line: string }>(
      `fetch ${streamRows} from streams`,
    );
    const [first] = rows;
    if (first === undefined) break;
    const text = textOfChunk(rows.map(({ line }) => line));
    yield { of: 'streams', firstStream: first.stream, firstRevision: first.revision, text };
  }
  await client.query('commit');
}

/** The chunks of a closed partition: always the same ones, since nothing in it changes any more. */
export async function* chunksOf(client: Client, range: PartitionRange): AsyncGenerator<Chunk> {
  yield* eventChunks(client, range);
  yield* streamChunks(client, range);
}
