import type { Client } from 'pg';
import { withShortLocks } from './short-locks.js';

/**
 * Statements by which tables of the log refuse UPDATE, DELETE and TRUNCATE from everybody, their owner included; each may run
 * again. `event_store.guard` gives a table the trigger: one for statements fires where a partition is named itself, for an upsert
 * and for TRUNCATE too, and an append pays nothing for it. Without ENABLE ALWAYS, `session_replication_role = replica` would get past it.
 * Archiving drops whole partitions, which no trigger sees.
 */
export const appendOnlyStatements: readonly string[] = [
  `create or replace function event_store.refuse_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'the event log is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
  end $function$`,
  `create or replace function event_store.guard(name regclass) returns void language plpgsql as $function$
  begin
    if exists (select from pg_trigger where tgrelid = name and tgname = 'refuse_change') then return; end if;
    execute format('create trigger refuse_change before update or delete or truncate on %s
      for each statement execute function event_store.refuse_change()', name);
    execute format('alter table %s enable always trigger refuse_change', name);
  end $function$`,
];

/** The table of events, and the partitions that are attached to it. */
const tables = `
  select events.oid::regclass::text as name
  from (
    select to_regclass('event_store.events')::oid as oid
    union all select inhrelid from pg_inherits where inhparent = to_regclass('event_store.events')
  ) events
  where not exists (select from pg_trigger where tgrelid = events.oid and tgname = 'refuse_change')`;

/** Guards the tables of a log that was begun before there were guards, one after the other, behind no long reader. */
export const guardLog = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(tables);
  for (const { name } of rows) await withShortLocks(client, () => client.query('select event_store.guard($1)', [name]));
};
