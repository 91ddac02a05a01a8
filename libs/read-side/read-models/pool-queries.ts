import type { Pool } from 'pg';
import { columnParsers } from './column-parsers.js';
import type { ReadModelQueries } from './read-model-queries.js';
import { SlowReads } from './slow-reads.js';

/** Lets queries of read models run over a pool: TypeORM alone takes a sixth of a second of processor time to load. */
export const poolQueries = (pool: Pool): ReadModelQueries => {
  const types = columnParsers();
  return {
    query: async (text: string, values?: unknown[]) => (await pool.query({ text, values, types })).rows as never,
    slowReads: new SlowReads(pool.options.max),
  };
};
