/** Statements that `migrateEventStore` runs in one transaction: each may run again. */
export const schemaStatements: readonly string[] = [
  // `json`, not `jsonb`: the text stays as it was written, key order, number forms and \u0000 included.
  `create table if not exists event_store.events (
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
  )`,
  // Ids used to be unique in the whole log. The check comes first, since `alter table` would wait for every reader.
  `do $$ begin
    if exists (
      select from pg_constraint where conname = 'events_id_key' and conrelid = 'event_store.events'::regclass
    ) then
      alter table event_store.events drop constraint events_id_key;
    end if;
  end $$`,
];
