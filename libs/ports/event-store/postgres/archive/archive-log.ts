import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { Position } from '../../position.js';
import { fromPosition } from '../postgres-position.js';
import { withShortLocks } from '../short-locks.js';
import type { PartitionRange } from './archive-rows.js';
import { verifyArchive, writeArchive } from './write-archive.js';

export interface ArchivedPartition extends PartitionRange {
  blob: string;
  /** Number of events. */
  events: number;
  /** Bytes of the blob. */
  bytes: number;
}

export interface ArchiveOptions {
  connectionString: string;
  blobs: Pick<BlobStore, 'put' | 'read' | 'delete'>;
  /** Partitions that lie whole before this position are archived; where it is omitted, all but the newest `keep`. */
  before?: Position;
  /** Partitions with events that stay in the table; at least 1. */
  keep?: number;
}

/** Somebody else is archiving this log. */
export class ArchivingElsewhereError extends Error {
  override readonly name = 'ArchivingElsewhereError';
}

/** Key of the advisory lock of a run: any constant will do. */
const archivingLock = '7241934112655108';

/**
 * Partitions that are full, oldest first: those behind which the log goes on, since its end must stay in the table. One that is archived
 * and yet in the table, after a run that was ended, is among them.
 */
const closedPartitions = `
  select p.first_position as "firstPosition", p.end_position as "endPosition", a.verified_at is not null as "isArchived"
  from event_store.partition p left join event_store.archive a on a.first_position = p.first_position
  where p.end_position <= (select event_store.head())
    and to_regclass('event_store.events_' || p.first_position) is not null
  order by p.first_position`;

type ClosedPartition = PartitionRange & { isArchived: boolean };

const chosen = (closed: readonly ClosedPartition[], { before, keep = 1 }: ArchiveOptions): ClosedPartition[] => {
  if (before === undefined) return closed.slice(0, Math.max(0, closed.length - Math.max(0, keep - 1)));
  const end = BigInt(fromPosition(before));
  return closed.filter(({ endPosition }) => BigInt(endPosition) <= end);
};

/** Begins an archive. One that an earlier run left unfinished is removed first and gets another name: its blob may be half written. */
const begin = async (client: Client, { blobs }: ArchiveOptions, range: PartitionRange): Promise<string> => {
  const { rows } = await client.query<{ blob: string }>(
    'select blob from event_store.archive where first_position = $1',
    [range.firstPosition],
  );
  for (const { blob } of rows) await blobs.delete(blob);
  await client.query('delete from event_store.archive where first_position = $1', [range.firstPosition]);
  const blob = `log-${range.firstPosition}-${randomUUID()}`;
  const values = [range.firstPosition, range.endPosition, blob];
  await client.query(
    'insert into event_store.archive (first_position, end_position, blob) values ($1, $2, $3)',
    values,
  );
  return blob;
};

/** From here on the range is read from its archive. */
const record = async (client: Client, range: PartitionRange, summary: unknown[]): Promise<void> => {
  const bounds = `e.position >= ${range.firstPosition} and e.position < ${range.endPosition}`;
  await client.query('begin');
  await client.query(
    `update event_store.stream_part s set last_revision = l.last_revision
     from (
       select e.stream, min(e.revision) as first_revision, max(e.revision) as last_revision
       from event_store.events e where ${bounds} group by e.stream
     ) l where s.stream = l.stream and s.first_revision = l.first_revision`,
  );
  await client.query(
    `update event_store.archive set events = $2, bytes = $3, sha256 = $4, verified_at = now() where first_position = $1`,
    [range.firstPosition, ...summary],
  );
  await client.query('commit');
};

const drop = (client: Client, { firstPosition }: PartitionRange): Promise<void> =>
  withShortLocks(client, () =>
    client.query(`
      begin;
      alter table event_store.events detach partition event_store.events_${firstPosition};
      drop table event_store.events_${firstPosition};
      commit`),
  );

const archive = async (client: Client, options: ArchiveOptions, range: PartitionRange): Promise<ArchivedPartition> => {
  const { blobs } = options;
  const blob = await begin(client, options, range);
  const { size, sha256 } = await writeArchive(client, blobs, blob, range);
  const events = await verifyArchive(client, blobs, blob, range);
  await record(client, range, [events, size, sha256]);
  await drop(client, range);
  return {
    firstPosition: range.firstPosition,
    endPosition: range.endPosition,
    blob,
    events: Number(events),
    bytes: size,
  };
};

/**
 * Moves full partitions of the log to the blob store, the oldest first: written, read back and compared with the table, and only then
 * dropped. Killed at any moment, it begins again with the partition it was at. Yields each when it is done.
 * @throws ArchivingElsewhereError, ArchiveDiffersError, the errors of the blob store
 */
export async function* archiveLog(options: ArchiveOptions): AsyncGenerator<ArchivedPartition> {
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'transledger event store archiving',
    keepAlive: true,
    options: '-c datestyle=ISO',
  });
  client.on('error', () => undefined); // the query under way rejects
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${archivingLock}) as mine`);
    if (rows[0]?.mine !== true) throw new ArchivingElsewhereError('The log is being archived by another process');
    const closed = await client.query<ClosedPartition>(closedPartitions);
    for (const range of chosen(closed.rows, options)) {
      if (range.isArchived) await drop(client, range);
      else yield await archive(client, options, range);
    }
  } finally {
    await client.end();
  }
}
