import { PgBoss } from 'pg-boss';
import { createPool } from '#libs/platform/postgres/pool.js';
import { bossDatabase } from './boss-database.js';
import { schema } from './boss-settings.js';

/** Creates the tables of the job queue or brings them up to date. Several processes may do so at once. */
export const migratePgBoss = async (connectionString: string): Promise<void> => {
  const pool = createPool({ connectionString, max: 2, applicationName: 'transledger migrations' });
  const boss = new PgBoss({ schema, schedule: false, supervise: false, db: bossDatabase(pool) });
  boss.on('error', () => undefined); // reported by the start, which needs it
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
  }
};
