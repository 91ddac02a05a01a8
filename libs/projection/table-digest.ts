import type { ClientBase } from 'pg';
import { quoteTable } from '#libs/postgres/identifiers.js';

/** What a table holds, whatever the order of its rows. */
export interface TableDigest {
  rows: number;
  /** 128 bits, hex: the sums of two 64-bit hashes of each row's text. */
  hash: string;
}

const modulus = 2n ** 64n;
const hex = (sum: string): string => (((BigInt(sum) % modulus) + modulus) % modulus).toString(16).padStart(16, '0');

/** The settings that decide how a row reads as text are those of the session: compare digests of equal sessions. */
export const tableDigest = async (client: ClientBase, table: string): Promise<TableDigest> => {
  const { rows } = await client.query<{ count: string; first: string; second: string }>(
    `select count(*), coalesce(sum(hashtextextended(text, 0)::numeric), 0) as first,
       coalesce(sum(hashtextextended(text, 1)::numeric), 0) as second
     from (select row_text::text as text from ${quoteTable(table)} as row_text offset 0) as texts`,
  );
  const [{ count, first, second } = { count: '0', first: '0', second: '0' }] = rows;
  return { rows: Number(count), hash: hex(first) + hex(second) };
};
