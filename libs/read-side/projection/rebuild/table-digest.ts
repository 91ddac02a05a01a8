import type { ClientBase } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import { readTableColumns, type TableColumn } from '../rows/table-columns.js';

/** Digest of a table's rows, independent of their order. */
export interface TableDigest {
  rows: number;
  /** Hash of 128 bits in hex: the sums of two 64-bit hashes of each row. */
  hash: string;
}

const modulus = 2n ** 64n;
const hex = (sum: string): string => (((BigInt(sum) % modulus) + modulus) % modulus).toString(16).padStart(16, '0');

/** Types that PostgreSQL can hash; a value of another type is hashed as its text in the session's format. */
const hashable =
  /^(smallint|integer|bigint|real|double precision|numeric|boolean|date|time|timestamp|interval|uuid|text|character|bytea|jsonb|inet|cidr)/;

const hashed = ({ name, type }: TableColumn): string => quoteName(name) + (hashable.test(type) ? '' : '::text');

/** Computes the digest of a table. Hashing values rather than the row as text takes a quarter of the time. */
export const tableDigest = async (client: ClientBase, table: string): Promise<TableDigest> => {
  const row = [...(await readTableColumns(client, table)).values()].map(hashed).join(', ');
  const { rows } = await client.query<{ count: string; first: string; second: string }>(
    `select count(*), coalesce(sum(hash_record_extended(row(${row}), 0)::numeric), 0) as first,
       coalesce(sum(hash_record_extended(row(${row}), 1)::numeric), 0) as second
     from ${quoteTable(table)}`,
  );
  const [{ count, first, second } = { count: '0', first: '0', second: '0' }] = rows;
  return { rows: Number(count), hash: hex(first) + hex(second) };
};
