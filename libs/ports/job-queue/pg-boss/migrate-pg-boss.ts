import { createRequire } from 'node:module';
import type { ClientBase, Pool } from 'pg';
import { createPool } from '#libs/platform/postgres/pool.js';
import { bossDatabase } from './boss-database.js';
import { schema } from './boss-settings.js';

const manifest: { pgboss: { schema: number } } = createRequire(import.meta.url)('pg-boss/package.json');

/** Version of the tables of this release of pg-boss. */
export const tablesVersion = manifest.pgboss.schema;

const isUpToDate = async (pool: Pool): Promise<boolean> => {
  const { rows: found } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${schema}.version`,
  ]);
  if (found[0]?.exists !== true) return false;
  const { rows } = await pool.query<{ version: number }>(`select version from ${schema}.version`);
  return rows[0]?.version === tablesVersion;
};

const bringUpToDate = async (pool: Pool): Promise<void> => {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ schema, schedule: false, supervise: false, db: bossDatabase(pool) });
  boss.on('error', () => undefined); // reported by the start, which needs it
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
};

/**
 * Creates the tables of the job queue or brings them up to date. Several processes may do so at once. pg-boss is loaded only
 * where something is to be done: a service that starts again does without its 0.1 s and 10 MiB.
 */
export const migratePgBoss = async (connectionString: string): Promise<void> => {
  const pool = createPool({ connectionString, max: 2, applicationName: 'transledger migrations' });
  try {
    if (!(await isUpToDate(pool))) await bringUpToDate(pool);
  } finally {
    await pool.end();
  }
};

/**
 * Gives out every job again that a process had in hand; a job that has been taken too often is left to the queue, which
 * fails it. Only for a caller that knows that no worker lives, such as the one service on an embedded database at its start.
 */
export const handBackJobs = async (client: ClientBase | Pool): Promise<void> => {
  await client.query(
    `update ${schema}.job set state = 'retry', heartbeat_on = null where state = 'active' and retry_count < retry_limit`,
  );
};
