import { settings } from './append-function.js';

/**
 * Positions of one partition, some 13 GB with its indexes: small enough to be archived in one go, and large enough that a log of
 * ten thousand million events has a thousand of them.
 */
export const partitionPositions = 10_000_000;

/**
 * Makes the next partition behind the newest one, and returns the end of its range. `attach` waits for no reader and no writer, which
 * `create table … partition of` would.
 */
const addPartition = (positions: number): string => `
create or replace function event_store.add_partition() returns bigint language plpgsql as $function$
declare
  first_of_new bigint := (select coalesce(max(p.end_position), 1) from event_store.partition p);
  end_of_new bigint := first_of_new + ${positions};
  name text := 'events_' || first_of_new;
begin
  execute format('create table event_store.%I (like event_store.events including all, unique (stream, revision))', name);
  perform event_store.guard(format('event_store.%I', name)::regclass);
  execute format('alter table event_store.events attach partition event_store.%I for values from (%s) to (%s)',
    name, first_of_new, end_of_new);
  insert into event_store.partition values (first_of_new, end_of_new);
  return end_of_new;
end
$function$`;

/** The log begins with a partition to write to and one more. */
const firstPartitions = `do $$ begin
  while (select count(*) < 2 from event_store.partition) loop
    perform event_store.add_partition();
  end loop;
end $$`;

/** The last position that is read from archives; 0 while there are none. They are always the oldest part of the log. */
export const archivedTo = `select coalesce(max(end_position) - 1, 0) from event_store.archive where verified_at is not null`;

/**
 * The end of the log, which lies in one of the two newest partitions: the others are not looked at, unless somebody removed events
 * by hand.
 */
const head = `
create or replace function event_store.head() returns bigint language plpgsql stable
${settings}
as $function$
declare
  tail bigint := (select p.first_position from event_store.partition p order by p.first_position desc offset 1 limit 1);
  log_end bigint := (select max(e.position) from event_store.events e where e.position >= tail);
begin
  if log_end is null then
    log_end := greatest((select max(e.position) from event_store.events e), (${archivedTo}));
  end if;
  return log_end;
end
$function$`;

/** The last revision of a stream that has no event in the partition that is written to; -1 where there is no such stream. */
const closedRevision = `
create or replace function event_store.closed_revision(name text) returns bigint language plpgsql
${settings}
as $function$
declare
  part record;
  lower_end bigint;
  upper_end bigint;
  found_revision bigint;
begin
  for part in
    select s.first_position, s.last_revision from event_store.stream_part s where s.stream = name
    order by s.first_revision desc
  loop
    if part.last_revision is not null then return part.last_revision; end if;
    select p.first_position, p.end_position into lower_end, upper_end from event_store.partition p
    where p.first_position <= part.first_position order by p.first_position desc limit 1;
    select e.revision into found_revision from event_store.events e
    where e.stream = name and e.position >= lower_end and e.position < upper_end order by e.revision desc limit 1;
    if found_revision is not null then return found_revision; end if;
  end loop;
  return -1;
end
$function$`;

/**
 * A page of a stream, read from the partitions that have some of it, one after the other. Where it comes to an archive, a row ends the
 * page that has only `archive`, the first position there, and the revisions to be read there: `position` is the first,
 * `revision` the last.
 *
 * The lock comes first: while it is held no partition is dropped, so that what the rows of `stream_part` say still holds.
 */
const streamPage = (
  name: string,
  comparison: '>=' | '<=',
  order: 'asc' | 'desc',
  parts: string,
  firstArchived: string,
  lastArchived: string,
): string => `
create or replace function event_store.${name}(name text, from_revision bigint, most int)
returns table ("position" bigint, stream text, revision bigint, id uuid, type text, version smallint, data json,
  metadata json, recorded_at timestamptz, archive bigint)
language plpgsql
${settings}
as $function$
#variable_conflict use_column
declare
  part record;
  count_of_part int;
  count_so_far int := 0;
begin
  lock table only event_store.events in access share mode;
  for part in
    select s.first_revision, s.last_revision, p.first_position, p.end_position
    from event_store.stream_part s cross join lateral (
      select p.first_position, p.end_position from event_store.partition p where p.first_position <= s.first_position
      order by p.first_position desc limit 1
    ) p
    where s.stream = name and ${parts}
    order by s.first_revision ${order}
  loop
    if part.last_revision is not null then
      return query select ${firstArchived}, null, ${lastArchived}, null::uuid, null, null::smallint, null::json, null::json,
        null::timestamptz, part.first_position;
      return;
    end if;
    return query select e.position, e.stream, e.revision, e.id, e.type, e.version, e.data, e.metadata, e.recorded_at,
      null::bigint
    from event_store.events e
    where e.stream = name and e.revision ${comparison} from_revision
      and e.position >= part.first_position and e.position < part.end_position
    order by e.revision ${order} limit most - count_so_far;
    get diagnostics count_of_part = row_count;
    count_so_far := count_so_far + count_of_part;
    exit when count_so_far >= most;
  end loop;
end
$function$`;

const partsBehind = `(s.last_revision is null or s.last_revision >= from_revision) and s.first_revision >= coalesce(
      (select b.first_revision from event_store.stream_part b where b.stream = name and b.first_revision <= from_revision
       order by b.first_revision desc limit 1), 0)`;

const streamPages: readonly string[] = [
  streamPage(
    'stream_forwards',
    '>=',
    'asc',
    partsBehind,
    'greatest(from_revision, part.first_revision)',
    'part.last_revision',
  ),
  streamPage(
    'stream_backwards',
    '<=',
    'desc',
    's.first_revision <= from_revision',
    'least(from_revision, part.last_revision)',
    'part.first_revision',
  ),
];

/** Statements that `migrateEventStore` runs once the table of events is partitioned; each may run again. */
export const partitionStatements = (positions: number): readonly string[] => [
  addPartition(positions),
  firstPartitions,
  head,
  closedRevision,
  ...streamPages,
];
