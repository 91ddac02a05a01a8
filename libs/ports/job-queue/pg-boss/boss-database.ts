import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';

/**
 * Runs pg-boss on a pool of ours, or on one connection, so that its statements are part of our transaction. It sends
 * whole transactions as one text: where one fails half way, `Pool.query` closes the connection, so that none comes
 * back to the pool inside an aborted transaction.
 */
export const bossDatabase = (connection: Pool | PoolClient): Db => ({
  executeSql: async (text, values) => {
    const result = await connection.query(text, values);
    // Several statements in one text return a list of results; pg-boss reads the rows only.
    return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
  },
});
