const turned = (state: 'disable' | 'enable always'): string => `do $$
  declare guarded record;
  begin
    for guarded in
      select tgrelid::regclass as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'event_store' and tgname = 'refuse_change'
    loop
      execute format('alter table %s ${state} trigger refuse_change', guarded.name);
    end loop;
  end $$`;

/** Turns the guards of the event log off, as a superuser can. */
export const guardsOff = turned('disable');
/** Turns the guards of the event log on again. */
export const guardsOn = turned('enable always');

/** A statement that changes events, with the guards of the log off meanwhile. */
export const tampering = (statement: string): string => `${guardsOff}; ${statement}; ${guardsOn}`;
