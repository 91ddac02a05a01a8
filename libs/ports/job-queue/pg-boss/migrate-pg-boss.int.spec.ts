import { Pool } from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { schema } from './boss-settings.js';
import { migratePgBoss, tablesVersion } from './migrate-pg-boss.js';

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const version = async (): Promise<number> =>
  (await pool.query<{ version: number }>('select version from job_queue.version')).rows[0]?.version ?? 0;

it('a new database gets the tables of this release of pg-boss', async () => {
  await migratePgBoss(database.url);
  expect(await version()).toBe(tablesVersion);
  await migratePgBoss(database.url);
  expect(await version()).toBe(tablesVersion);
});

it('tables of an earlier release are brought up to date', async () => {
  await migratePgBoss(database.url);
  await pool.query(getRollbackPlans(schema));
  expect(await version()).toBe(tablesVersion - 1);
  await migratePgBoss(database.url);
  expect(await version()).toBe(tablesVersion);
});
