import type { Client } from 'pg';
import { writersLock } from './append-function.js';
import { eventsTable } from './schema.js';
import { withShortLocks } from './short-locks.js';

const isUnpartitioned = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass('event_store.events') and relkind = 'r'`,
  );
  return rows.length > 0;
};

const newest = async (client: Client): Promise<bigint> => {
  const { rows } = await client.query<{ end: string }>(
    'select coalesce(max(position), 0) as end from event_store.events',
  );
  return BigInt(rows[0]?.end ?? 0);
};

/** In an unpartitioned table a stream begins at revision 0. */
const fillStreamParts = async (client: Client, after: bigint, upTo: bigint): Promise<void> => {
  await client.query(
    `insert into event_store.stream_part (stream, first_revision, first_position)
     select stream, 0, position from event_store.events where revision = 0 and position > $1 and position <= $2
     on conflict do nothing`,
    [after, upTo],
  );
};

/**
 * Makes the one table of events that there used to be the first partition of the log, as long as it is. What takes time, a look at
 * every row, is done first, while others append; the change itself is one transaction, behind the writers. Killed at any moment, it
 * begins again, and nothing is lost.
 */
export const partitionOldTable = async (client: Client, positions: number): Promise<void> => {
  if (!(await isUnpartitioned(client))) return;
  const seen = await newest(client);
  const size = BigInt(positions);
  // At least a whole partition of room for what is written meanwhile.
  const end = (seen / size + 2n) * size + 1n;
  await withShortLocks(client, () =>
    client.query(`
      alter table event_store.events drop constraint if exists events_range;
      alter table event_store.events add constraint events_range check (position >= 1 and position < ${end}) not valid`),
  );
  await client.query('alter table event_store.events validate constraint events_range');
  await fillStreamParts(client, 0n, seen);
  await withShortLocks(client, async () => {
    await client.query(`begin; select pg_advisory_xact_lock(${writersLock})`);
    await fillStreamParts(client, seen, await newest(client));
    await client.query(`
      alter table event_store.events rename to events_1;
      alter table event_store.events_1 rename constraint events_pkey to events_1_pkey;
      alter table event_store.events_1 rename constraint events_stream_revision_key to events_1_stream_revision_key;
      ${eventsTable};
      alter table event_store.events attach partition event_store.events_1 for values from (1) to (${end});
      alter table event_store.events_1 drop constraint events_range;
      insert into event_store.partition values (1, ${end});
      commit`);
  });
};
