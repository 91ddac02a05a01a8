/** Result of `projection.apply` for a batch that was written. */
export const applied = 'applied';

/** SQLSTATE for a batch whose table a rebuild has replaced since. */
export const tableReplacedState = 'TL001';

/**
 * Moves a checkpoint and writes the rows of a batch, in one round trip and one transaction: nine for the audit log
 * otherwise, five for usage, each waking both sides. The checkpoint comes first and so is locked: runners,
 * retries of parked events and the swap of a rebuild come one after another and never deadlock. A mismatch changes
 * nothing and is returned, a failing statement undoes everything.
 *
 * `synchronous_commit` is off here, and else for jobs only: a crash of the server loses the last rows together
 * with the checkpoint over them, and the log, durable before anything is applied, gives them again (ADR 0011).
 */
export const applyFunction = `
create or replace function projection.apply(
  projection_name text, of_version int, held bigint, from_position text, to_position text, moved_at timestamptz,
  live_table text, live_id oid, writer name, statements text[], sources json[]
) returns text
language plpgsql
as $function$
begin
  perform set_config('synchronous_commit', 'off', true);
  update projection.checkpoint set position = to_position, updated_at = moved_at
  where name = projection_name and version = of_version and position = from_position and fencing_token = held;
  if not found then
    return 'mismatch';
  end if;
  if live_id is not null and live_id is distinct from to_regclass(live_table)::oid then
    raise exception 'the table was replaced' using errcode = '${tableReplacedState}';
  end if;
  if writer is not null then
    perform set_config('role', writer, true);
  end if;
  for place in 1..cardinality(statements) loop
    execute statements[place] using sources[place];
  end loop;
  return '${applied}';
end
$function$`;
