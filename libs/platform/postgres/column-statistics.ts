/**
 * SQL by which PostgreSQL gathers no statistics of columns any more: these are up to some hundred of their values, which stay
 * in the files of the catalog when the rows are gone. `like … including all` does not copy that to another table.
 */
export const withoutStatistics = (table: string, columns: readonly string[]): string =>
  `alter table ${table} ${columns.map((column) => `alter column ${column} set statistics 0`).join(', ')}`;

/** The same where it has not been done yet: a start waits for no lock because of it. */
export const migrateStatistics = (table: string, columns: readonly string[]): string => `
  do $$ begin
    if exists (select from pg_attribute where attrelid = '${table}'::regclass and attstattarget is distinct from 0
                 and attname in (${columns.map((column) => `'${column}'`).join(', ')}))
    then ${withoutStatistics(table, columns)}; end if;
  end $$`;
