import type { Pool, PoolClient } from 'pg';
import type { Db } from 'pg-boss';

/** pg-boss on a connection or pool of ours, so that its statements can be part of our transaction. */
export const bossDatabase = (connection: Pool | PoolClient): Db => ({
  executeSql: async (text, values) => {
    const result = await connection.query(text, values);
    // Several statements in one text answer a list of results; pg-boss looks at rows only.
    return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
  },
});
