import { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { logReachContract } from './log-reach.contract.js';
import { migrateLogReach } from './migrate-log-reach.js';
import { createPostgresLogReach } from './postgres-log-reach.js';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 4 });
  await migrateLogReach(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

logReachContract('PostgreSQL', {
  create: async (nodes) => {
    await pool.query('truncate log_reach.furthest');
    return Array.from({ length: nodes }, () => createPostgresLogReach(pool));
  },
  age: async () => {
    await pool.query(`update log_reach.furthest set said_at = said_at - interval '10 seconds'`);
  },
});
