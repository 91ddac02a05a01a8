/**
 * Statements that `migrateEventStore` runs in one transaction before it looks at the table of events: each may run again.
 */
export const schemaStatements: readonly string[] = [
  // Beside the log, whichever engine keeps it: events by which readers know it again.
  `create table if not exists event_store.mark (
    position text collate "C" primary key,
    event_id uuid not null,
    stream text not null,
    revision bigint not null,
    recorded_at timestamptz not null,
    noted_at timestamptz not null default now()
  )`,
  `create index if not exists mark_noted_at on event_store.mark (noted_at)`,
  // The ranges of the log, one behind the other, archived or not; `end_position` belongs to the next one.
  `create table if not exists event_store.partition (
    first_position bigint primary key,
    end_position bigint not null
  )`,
  // Where the events of a stream are: a row for each range that has some. `last_revision` is set once they are archived.
  // A row is written once, and not at each append: dead versions of a busy stream's row would pile up during a backup.
  `create table if not exists event_store.stream_part (
    stream text collate "C" not null,
    first_revision bigint not null,
    first_position bigint not null,
    last_revision bigint,
    primary key (stream, first_revision)
  )`,
  // Ranges that are in the blob store; until it is verified, the table of events is read.
  `create table if not exists event_store.archive (
    first_position bigint primary key,
    end_position bigint not null,
    blob text not null,
    events bigint,
    bytes bigint,
    sha256 text,
    verified_at timestamptz
  )`,
  // Where in the blob events begin, by position, and the list of the positions of each stream, by stream and revision.
  `create table if not exists event_store.archive_chunk (
    first_position bigint primary key,
    archive bigint not null references event_store.archive on delete cascade,
    byte_start bigint not null,
    byte_end bigint not null
  )`,
  `create index if not exists archive_chunk_archive on event_store.archive_chunk (archive)`,
  `create table if not exists event_store.archive_stream_chunk (
    archive bigint not null references event_store.archive on delete cascade,
    first_stream text collate "C" not null,
    first_revision bigint not null,
    byte_start bigint not null,
    byte_end bigint not null,
    primary key (archive, first_stream, first_revision)
  )`,
  // Ids used to be unique in the whole log. The check comes first, since `alter table` would wait for every reader.
  `do $$ begin
    if exists (
      select from pg_constraint where conname = 'events_id_key' and conrelid = to_regclass('event_store.events')
    ) then
      alter table event_store.events drop constraint events_id_key;
    end if;
  end $$`,
];

/**
 * The log. Stream and revision are unique in each partition by a constraint, and in the whole log by `event_store.append`
 * alone: no constraint spans partitions.
 */
// `json`, not `jsonb`: the text stays as it was written, key order, number forms and \u0000 included.
export const eventsTable = `create table if not exists event_store.events (
  position bigint not null,
  stream text collate "C" not null,
  revision bigint not null,
  id uuid not null,
  type text collate "C" not null,
  version smallint not null,
  data json not null,
  metadata json not null,
  recorded_at timestamptz(3) not null,
  constraint events_pkey primary key (position)
) partition by range (position)`;
