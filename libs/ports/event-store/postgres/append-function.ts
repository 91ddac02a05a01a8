/** `expected` of a stream that does not exist: the revision before the first. */
export const noStream = -1;

/** Outcome codes that `event_store.append` returns for a request. */
export const outcomeCodes = { appended: 0, repeated: 1, wrongRevision: 2, partlyRepeated: 3, archived: 4 } as const;

export const notificationChannel = 'event_store';

/** Key of the writers' advisory lock: any constant will do, since every writer takes this one. */
export const writersLock = '7241934112655107';

/**
 * Settings of the functions: `force_generic_plan`, since planning anew at each call made it 255 µs instead of 68 µs of a lone append;
 * `enable_seqscan` and `enable_sort`, since a plan made while a partition was small would be kept while it grows: without them
 * a stream is looked up by its own index, in the order that it has, and not among the positions of the partition.
 */
export const settings = `set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
set jit = off`;

const sixteenthOf = (positions: number): number => Math.max(1, Math.floor(positions / 16));

/**
 * Writes a batch of requests in one transaction and returns the outcome of each of them, in order. Arguments: the
 * distinct streams; for each request its stream (index from 1), expected revision and number of events; for each
 * event its request (index from 1) and its columns. An id may come only once in a batch: a repeat is found where its
 * expected revision puts it, among what was committed before. The last argument says whether to notify: each
 * notification wakes every process that listens, so a busy writer does not always send one.
 *
 * Order: the lock is held until the commit is visible, so positions are gapless and visible in order whichever
 * process writes, and reading by plain position is safe. It is an advisory lock with the newest position read from
 * the primary key, rather than a counter row: a row updated by every append grows a chain of dead versions for as
 * long as any old snapshot (a backup, a long report) is open, and each append then walks it.
 *
 * Partitions: only the one that is written to is looked at, unless a stream has no event there. The next one is made
 * long before it is needed: each sixteenth of a partition tries again, so that an append neither waits for it nor fails
 * with it. Stream and revision are unique because every revision is given out here, under the lock.
 */
export const appendFunction = (positions: number): string => `
create or replace function event_store.append(
  streams text[],
  request_stream int[], request_expected bigint[], request_size int[],
  event_request int[], ids uuid[], types text[], versions smallint[], datas json[], metadatas json[],
  notify boolean,
  out outcome int, out revision bigint, out "position" bigint, out known_ids text
) returns setof record
language plpgsql
${settings}
as $function$
declare
  requests int := cardinality(request_stream);
  -- The partition of the next event.
  open_first bigint;
  open_end bigint;
  is_ready boolean;
  log_start bigint;
  log_end bigint;
  stream_ends bigint[];
  -- The same for those with an event in the open partition; null for the others.
  open_ends bigint[];
  needs_parts boolean := false;
  lower_end bigint;
  upper_end bigint;
  is_archived boolean;
  outcomes int[] := array_fill(0, array[requests]);
  revisions bigint[] := array_fill(null::bigint, array[requests]);
  positions bigint[] := revisions;
  known_ids_of text[] := array_fill(null::text, array[requests]);
  -- To be added to the index of an event for its revision and position; null where nothing is written.
  revision_shift bigint[] := revisions;
  position_shift bigint[] := revisions;
  first int := 1;
  size int;
  slot int;
  expected bigint;
  actual bigint;
  -- How many of the first events of the request are in the stream already, right behind its expected revision.
  known bigint;
  -- Notifying takes a lock at the commit, for which the append waits as long as for any.
  lock_timeout_of_session text := current_setting('lock_timeout');
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'event_store.append wants read committed: it must see what was committed before its lock';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform pg_advisory_xact_lock(${writersLock});

  -- One partition is ready behind that which is written to, unless it could not be made yet.
  select p.first_position, p.end_position into open_first, open_end from event_store.partition p
  order by p.first_position desc offset 1 limit 1;
  select e.position into log_start from event_store.events e
  where e.position >= open_first and e.position < open_end order by e.position desc limit 1;
  is_ready := log_start < open_end - 1;
  if is_ready is not true then
    log_start := event_store.head();
    select p.first_position, p.end_position into open_first, open_end from event_store.partition p
    where p.first_position <= log_start + 1 order by p.first_position desc limit 1;
  end if;
  log_end := log_start;
  open_ends := array(
    select (
      select e.revision from event_store.events e
      where e.stream = s.name and e.position >= open_first and e.position < open_end order by e.revision desc limit 1)
    from unnest(streams) with ordinality s(name, slot) order by s.slot);
  stream_ends := open_ends;
  if array_position(open_ends, null) is not null then
    for place in 1..cardinality(streams) loop
      if open_ends[place] is null then
        stream_ends[place] := event_store.closed_revision(streams[place]);
      end if;
    end loop;
  end if;

  for request in 1..requests loop
    slot := request_stream[request];
    size := request_size[request];
    expected := request_expected[request];
    actual := stream_ends[slot];
    if expected = actual then
      revision_shift[request] := actual + 1 - first;
      position_shift[request] := log_end + 1 - first;
      log_end := log_end + size;
      stream_ends[slot] := actual + size;
      revisions[request] := actual + size;
      positions[request] := log_end;
      needs_parts := needs_parts or open_ends[slot] is null;
    else
      known := 0;
      is_archived := false;
      if expected < actual then
        select coalesce(max(s.first_position) filter (where s.first_revision <= expected + 1), 0),
          coalesce(min(s.first_position) filter (where s.first_revision > expected + size), 9223372036854775807),
          coalesce(bool_or(s.last_revision > expected), false)
        into lower_end, upper_end, is_archived from event_store.stream_part s where s.stream = streams[slot];
      end if;
      if expected < actual and not is_archived then
        select coalesce(min(i.place) filter (where e.id is distinct from i.id) - 1, size) into known
        from unnest(ids[first : first + size - 1]) with ordinality i(id, place)
        left join (
          select e.revision, e.id from event_store.events e
          where e.stream = streams[slot] and e.revision > expected and e.position >= lower_end and e.position < upper_end
          order by e.revision limit size
        ) e on e.revision = expected + i.place;
      end if;
      if is_archived then
        outcomes[request] := ${outcomeCodes.archived};
        revisions[request] := actual;
      elsif known = 0 then
        outcomes[request] := ${outcomeCodes.wrongRevision};
        revisions[request] := actual;
      else
        if known = size then
          outcomes[request] := ${outcomeCodes.repeated};
        else
          outcomes[request] := ${outcomeCodes.partlyRepeated};
          known_ids_of[request] := array_to_string(ids[first : first + known - 1], ',');
        end if;
        revisions[request] := expected + known;
        positions[request] := (
          select e.position from event_store.events e
          where e.stream = streams[slot] and e.revision <= expected + known
            and e.position >= lower_end and e.position < upper_end
          order by e.revision desc limit 1);
      end if;
    end if;
    first := first + size;
  end loop;

  if log_end > log_start then
    if log_end >= open_end then
      while log_end >= (select max(p.end_position) from event_store.partition p) loop
        perform event_store.add_partition();
      end loop;
    end if;
    -- clock_timestamp(), not now(): the transaction may have waited for the lock.
    insert into event_store.events
    select position_shift[e.request] + e.place, streams[request_stream[e.request]],
      revision_shift[e.request] + e.place, e.id, e.type, e.version, e.data, e.metadata, clock_timestamp()
    from unnest(event_request, ids, types, versions, datas, metadatas)
      with ordinality e(request, id, type, version, data, metadata, place)
    where position_shift[e.request] is not null;
    if needs_parts or log_end >= open_end then
      insert into event_store.stream_part (stream, first_revision, first_position)
      select streams[n.slot], min(n.revision), min(n.position)
      from (
        select request_stream[e.request] as slot, revision_shift[e.request] + e.place as revision,
          position_shift[e.request] + e.place as position
        from unnest(event_request) with ordinality e(request, place) where position_shift[e.request] is not null
      ) n cross join lateral (
        select p.first_position from event_store.partition p where p.first_position <= n.position
        order by p.first_position desc limit 1
      ) p
      where p.first_position > open_first or open_ends[n.slot] is null
      group by n.slot, p.first_position
      on conflict (stream, first_revision) do update set first_position = excluded.first_position, last_revision = null;
    end if;
    if notify then
      perform pg_notify('${notificationChannel}', '');
    end if;
    if log_end >= open_end or is_ready is not true
      and log_start / ${sixteenthOf(positions)} <> log_end / ${sixteenthOf(positions)} then
      begin
        perform set_config('lock_timeout', '100ms', true);
        if log_end >= (select max(p.first_position) from event_store.partition p) then
          perform event_store.add_partition();
        end if;
        perform set_config('lock_timeout', lock_timeout_of_session, true);
      exception when others then
        null; -- the next sixteenth tries again
      end;
    end if;
  end if;
  return query select * from unnest(outcomes, revisions, positions, known_ids_of);
end
$function$`;
