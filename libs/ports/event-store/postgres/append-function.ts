/** `expected` of a stream that does not exist: the revision before the first. */
export const noStream = -1;

/** Outcome codes that `event_store.append` returns for a request. */
export const outcomeCodes = { appended: 0, repeated: 1, wrongRevision: 2, partlyRepeated: 3 } as const;

export const notificationChannel = 'event_store';

/** Key of the writers' advisory lock: any constant will do, since every writer takes this one. */
const writersLock = '7241934112655107';

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
 * Settings: `force_generic_plan`, since planning anew at each call made it 255 µs instead of 68 µs of a lone append;
 * `enable_seqscan`, since a plan made while the table was small would be kept while it grows.
 */
export const appendFunction = `
create or replace function event_store.append(
  streams text[],
  request_stream int[], request_expected bigint[], request_size int[],
  event_request int[], ids uuid[], types text[], versions smallint[], datas json[], metadatas json[],
  notify boolean,
  out outcome int, out revision bigint, out "position" bigint, out known_ids text
) returns setof record
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $function$
declare
  requests int := cardinality(request_stream);
  log_start bigint;
  log_end bigint;
  stream_ends bigint[];
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
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'event_store.append wants read committed: it must see what was committed before its lock';
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform pg_advisory_xact_lock(${writersLock});

  select coalesce(max(e.position), 0) into log_start from event_store.events e;
  log_end := log_start;
  stream_ends := array(
    select coalesce(
      (select e.revision from event_store.events e where e.stream = s.name order by e.revision desc limit 1),
      -1)
    from unnest(streams) with ordinality s(name, slot) order by s.slot);

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
    else
      known := 0;
      if expected < actual then
        select coalesce(min(i.place) filter (where e.id is distinct from i.id) - 1, size) into known
        from unnest(ids[first : first + size - 1]) with ordinality i(id, place)
        left join event_store.events e on e.stream = streams[slot] and e.revision = expected + i.place;
      end if;
      if known = 0 then
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
          where e.stream = streams[slot] and e.revision = expected + known);
      end if;
    end if;
    first := first + size;
  end loop;

  if log_end > log_start then
    -- clock_timestamp(), not now(): the transaction may have waited for the lock.
    insert into event_store.events
    select position_shift[e.request] + e.place, streams[request_stream[e.request]],
      revision_shift[e.request] + e.place, e.id, e.type, e.version, e.data, e.metadata, clock_timestamp()
    from unnest(event_request, ids, types, versions, datas, metadatas)
      with ordinality e(request, id, type, version, data, metadata, place)
    where position_shift[e.request] is not null;
    if notify then
      perform pg_notify('${notificationChannel}', '');
    end if;
  end if;
  return query select * from unnest(outcomes, revisions, positions, known_ids_of);
end
$function$`;
