import type { Pool } from 'pg';

/**
 * Runs the statements, which must be repeatable, in one transaction; processes that start at the same
 * time do so one after another (`create … if not exists` alone fails when two run it at once).
 */
export const migrateVaultSchema = async (pool: Pool, statements: readonly string[]): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('transledger vault schema'))`);
    await client.query('create schema if not exists vault');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};
