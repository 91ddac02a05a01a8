import type { Client } from 'pg';

/** The table as it was made before the log was partitioned. */
const table = `
  create schema event_store;
  create table event_store.events (
    position bigint not null,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text collate "C" not null,
    version smallint not null,
    data json not null,
    metadata json not null,
    recorded_at timestamptz(3) not null,
    constraint events_pkey primary key (position),
    constraint events_stream_revision_key unique (stream, revision)
  )`;

/** Makes it, with events numbered from 0, of three streams by turns. */
export const makeUnpartitionedLog = async (client: Client, events: number): Promise<void> => {
  await client.query(table);
  await client.query(
    `insert into event_store.events
     select n + 1, 'thing-' || n % 3, n / 3, gen_random_uuid(), 'Counted', 1, json_build_object('label', n), '{}', now()
     from generate_series(0, $1::int - 1) n`,
    [events],
  );
};
