import type { Client } from 'pg';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { packChunk, unpackChunk } from './archive-chunk.js';
import { type Chunk, chunksOf, type PartitionRange } from './archive-rows.js';
import { ByteSource } from './byte-source.js';

/** The written archive differs from the table: it is of no use, and the partition stays. */
export class ArchiveDiffersError extends Error {
  override readonly name = 'ArchiveDiffersError';
}

const notePlace = (client: Client, range: PartitionRange, chunk: Chunk, start: number, end: number) =>
  chunk.of === 'events'
    ? client.query('insert into event_store.archive_chunk values ($1, $2, $3, $4)', [
        chunk.firstPosition,
        range.firstPosition,
        start,
        end,
      ])
    : client.query('insert into event_store.archive_stream_chunk values ($1, $2, $3, $4, $5)', [
        range.firstPosition,
        chunk.firstStream,
        chunk.firstRevision,
        start,
        end,
      ]);

/** The bytes of the archive; where each chunk is put is noted on the way. */
async function* packed(client: Client, range: PartitionRange): AsyncGenerator<Uint8Array> {
  let start = 0;
  for await (const chunk of chunksOf(client, range)) {
    const bytes = await packChunk(chunk.text);
    await notePlace(client, range, chunk, start, start + bytes.length);
    yield bytes;
    start += bytes.length;
  }
}

const placeOf = async (client: Client, range: PartitionRange, chunk: Chunk) => {
  const { rows } = await client.query<{ start: string; end: string }>(
    chunk.of === 'events'
      ? {
          text: `select byte_start as start, byte_end as end from event_store.archive_chunk
                 where archive = $1 and first_position = $2`,
          values: [range.firstPosition, chunk.firstPosition],
        }
      : {
          text: `select byte_start as start, byte_end as end from event_store.archive_stream_chunk
                 where archive = $1 and first_stream = $2 and first_revision = $3`,
          values: [range.firstPosition, chunk.firstStream, chunk.firstRevision],
        },
  );
  return { start: Number(rows[0]?.start), end: Number(rows[0]?.end) };
};

const compare = async (client: Client, source: ByteSource, blob: string, range: PartitionRange): Promise<bigint> => {
  let events = 0n;
  let read = 0;
  for await (const chunk of chunksOf(client, range)) {
    const { start, end } = await placeOf(client, range, chunk);
    const text = start === read ? await unpackChunk(await source.take(end - start)).catch(() => undefined) : undefined;
    if (text !== chunk.text) throw new ArchiveDiffersError(`Blob ${blob} is not what was written, behind byte ${read}`);
    read = end;
    if (chunk.of === 'events') events += BigInt(chunk.rows);
  }
  if ((await source.take(1)).length > 0) throw new ArchiveDiffersError(`Blob ${blob} is longer than what was written`);
  return events;
};

/** Writes the partition as a blob, a chunk at a time. */
export const writeArchive = (
  client: Client,
  blobs: Pick<BlobStore, 'put'>,
  blob: string,
  range: PartitionRange,
): Promise<BlobInfo> => blobs.put(blob, packed(client, range));

/**
 * Reads the blob back, and compares each chunk with what the table holds.
 * @returns the number of events
 * @throws ArchiveDiffersError, the errors of the blob store
 */
export const verifyArchive = async (
  client: Client,
  blobs: Pick<BlobStore, 'read'>,
  blob: string,
  range: PartitionRange,
): Promise<bigint> => {
  const source = new ByteSource(await blobs.read(blob));
  try {
    const events = await compare(client, source, blob, range);
    if (events === BigInt(range.endPosition) - BigInt(range.firstPosition)) return events;
    throw new ArchiveDiffersError(`The log lacks events from position ${range.firstPosition} on: there are ${events}`);
  } finally {
    await source.close();
  }
};
