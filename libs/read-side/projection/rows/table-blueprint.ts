import type { ClientBase } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';

export interface IndexBlueprint {
  name: string;
  unique: boolean;
  /** Definition of the index from `using` on. */
  definition: string;
  /** Beginning and end of the constraint that the index backs; undefined for a plain index. */
  constraint: { kind: 'primary key' | 'unique'; timing: string } | undefined;
}

/** Parts of the live table, read from the catalogue, that `create table … (like …)` does not copy. */
export interface TableBlueprint {
  /** Indexes, that of the primary key first. */
  indexes: IndexBlueprint[];
  /** Constraints: exclusion constraints make indexes of the same names; foreign keys make none. */
  constraints: { name: string; definition: string; indexed: boolean }[];
}

interface IndexRow {
  name: string;
  unique: boolean;
  definition: string;
  kind: 'p' | 'u' | null;
  timing: string;
}

export const readBlueprint = async (client: ClientBase, table: string): Promise<TableBlueprint> => {
  const { rows: indexes } = await client.query<IndexRow>(
    `select relname as name, indisunique as unique, pg_get_indexdef(indexrelid) as definition, contype as kind,
       case when condeferrable then 'deferrable' else '' end
         || case when condeferred then ' initially deferred' else '' end as timing
     from pg_index join pg_class on pg_class.oid = indexrelid
       left join pg_constraint on conindid = indexrelid and contype in ('p', 'u', 'x')
     where indrelid = to_regclass($1) and contype is distinct from 'x'
     order by indisprimary desc, relname`,
    [quoteTable(table)],
  );
  const { rows: constraints } = await client.query<{ name: string; definition: string; indexed: boolean }>(
    `select conname as name, pg_get_constraintdef(oid) as definition, contype = 'x' as indexed from pg_constraint
     where conrelid = to_regclass($1) and contype in ('x', 'f') order by conname`,
    [quoteTable(table)],
  );
  return {
    indexes: indexes.map(({ name, unique, definition, kind, timing }) => ({
      name,
      unique,
      definition: definition.replace(/^.*? (?=USING )/s, ''),
      constraint: kind === null ? undefined : { kind: kind === 'p' ? 'primary key' : 'unique', timing },
    })),
    constraints,
  };
};

/**
 * Statements that give `table` the triggers and rights of the one whose name it has just taken:
 * with `ENABLE ALWAYS`, and without the rights that the owner had given up.
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
