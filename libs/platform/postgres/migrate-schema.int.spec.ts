import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateSchema } from './migrate-schema.js';
import { createPool } from './pool.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 8, applicationName: 'test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const statements = [
  'create table if not exists tried.thing (id text)',
  'create index if not exists thing_id on tried.thing (id)',
];

it('a schema is made once when several processes start at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    await pool.query('drop schema if exists tried cascade');
    await Promise.all(Array.from({ length: 8 }, () => migrateSchema(pool, 'tried', statements)));
  }
  expect((await pool.query('select from tried.thing')).rowCount).toBe(0);
});

it('a schema migration leaves nothing behind when one of its statements fails', async () => {
  const broken = ['create table broken.thing (id text)', 'select 1 / 0'];
  await expect(migrateSchema(pool, 'broken', broken)).rejects.toThrow('division by zero');
  expect((await pool.query(`select from pg_namespace where nspname = 'broken'`)).rowCount).toBe(0);
});
