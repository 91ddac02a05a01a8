import type { ClientBase } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { quoteTable } from '#libs/platform/postgres/identifiers.js';

export interface TableColumn {
  name: string;
  /** Type as SQL writes it, such as `timestamp with time zone` or `text[]`. */
  type: string;
}

export type TableColumns = ReadonlyMap<string, TableColumn>;

/** The table or a column that a projection writes is missing: the release and its migrations disagree. */
export class TableMismatchError extends PlainError {
  override readonly name = 'TableMismatchError';
}

/** Reads the columns that can be written, in the order of the table. */
export const readTableColumns = async (client: ClientBase, table: string): Promise<TableColumns> => {
  const { rows } = await client.query<TableColumn>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoteTable(table)],
  );
  if (rows.length === 0) throw new TableMismatchError(`there is no table ${table}`);
  return new Map(rows.map((column) => [column.name, column]));
};

export const columnOf = (columns: TableColumns, name: string): TableColumn => {
  const column = columns.get(name);
  if (column === undefined) throw new TableMismatchError(`there is no column ${name}`);
  return column;
};
