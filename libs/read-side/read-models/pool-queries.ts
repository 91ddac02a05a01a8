import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** Lets queries of read models run over a pool, where a process has no data source. */
export const poolQueries = (pool: Pool): Pick<DataSource, 'query'> => ({
  query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows as never,
});
