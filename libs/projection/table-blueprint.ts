import type { ClientBase } from 'pg';
import { quoteName, quoteTable } from '#libs/postgres/identifiers.js';

/** What `create table … (like …)` does not copy, read from the catalogue of the live table. */
export interface TableBlueprint {
  /** Primary key first. Each makes an index of its own name. */
  keys: { name: string; definition: string; primary: boolean }[];
  indexes: { name: string; unique: boolean /** From `using` on. */; definition: string }[];
  foreignKeys: { name: string; definition: string }[];
}

export const readBlueprint = async (client: ClientBase, table: string): Promise<TableBlueprint> => {
  const { rows: constraints } = await client.query<{ name: string; definition: string; kind: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition, contype as kind from pg_constraint
     where conrelid = to_regclass($1) and contype in ('p', 'u', 'x', 'f') order by contype <> 'p', conname`,
    [quoteTable(table)],
  );
  const { rows: indexes } = await client.query<{ name: string; unique: boolean; definition: string }>(
    `select relname as name, indisunique as unique, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = to_regclass($1)
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by relname`,
    [quoteTable(table)],
  );
  return {
    keys: constraints
      .filter(({ kind }) => kind !== 'f')
      .map(({ name, definition, kind }) => ({ name, definition, primary: kind === 'p' })),
    indexes: indexes.map((index) => ({ ...index, definition: index.definition.replace(/^.*? (?=USING )/s, '') })),
    foreignKeys: constraints.filter(({ kind }) => kind === 'f'),
  };
};

/**
 * Statements that give `table` the triggers and rights of another, which it has just taken the name of:
 * with `ENABLE ALWAYS`, and without what the owner had given up.
 */
export const readGuards = async (client: ClientBase, table: string): Promise<string[]> => {
  const { rows: triggers } = await client.query<{ name: string; definition: string; enabled: string }>(
    `select tgname as name, pg_get_triggerdef(oid) as definition, tgenabled as enabled from pg_trigger
     where tgrelid = to_regclass($1) and not tgisinternal order by tgname`,
    [quoteTable(table)],
  );
  const { rows: rights } = await client.query<{ owner: string; right: string; grantee: string; grantable: boolean }>(
    `select relowner::regrole::text as owner, privilege_type as right, is_grantable as grantable,
       case grantee when 0 then 'public' else grantee::regrole::text end as grantee
     from pg_class, aclexplode(relacl) where pg_class.oid = to_regclass($1)`,
    [quoteTable(table)],
  );
  const [first] = rights;
  return [
    ...triggers.flatMap(({ name, definition, enabled }) => [
      `drop trigger if exists ${quoteName(name)} on ${quoteTable(table)}`,
      definition,
      `alter table ${quoteTable(table)} ${enabling[enabled] ?? 'enable'} trigger ${quoteName(name)}`,
    ]),
    ...(first === undefined ? [] : [`revoke all on ${quoteTable(table)} from ${first.owner}, public`]),
    ...rights.map(
      ({ right, grantee, grantable }) =>
        `grant ${right} on ${quoteTable(table)} to ${grantee}${grantable ? ' with grant option' : ''}`,
    ),
  ];
};

const enabling: Record<string, string> = { A: 'enable always', R: 'enable replica', D: 'disable' };
