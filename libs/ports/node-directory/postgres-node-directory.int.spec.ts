import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { migrateNodeDirectory } from './migrate-node-directory.js';
import { createPostgresNodeDirectory } from './postgres-node-directory.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'node directory' });
  await Promise.all([migrateNodeDirectory(pool), migrateNodeDirectory(pool)]);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('a node is found by its id while it lives, and no longer once it has closed', async () => {
  const [own, other] = [createPostgresNodeDirectory({ pool }), createPostgresNodeDirectory({ pool })];
  await own.announce('node-1', '10.0.0.1:9466');
  expect(await other.addressOf('node-1')).toBe('10.0.0.1:9466');
  expect(await other.addressOf('node-2')).toBeUndefined();
  await own.close();
  expect(await other.addressOf('node-1')).toBeUndefined();
});

it('the entry of a node is renewed, and that of a dead one runs out', async () => {
  const own = createPostgresNodeDirectory({ pool, ttlMs: 1_500 });
  await own.announce('node-3', '10.0.0.3:9466');
  const expiry = async () =>
    (await pool.query<{ expires_at: Date }>(`select expires_at from node_directory.node where id = 'node-3'`)).rows[0]
      ?.expires_at;
  const first = await expiry();
  await vi.waitFor(async () => expect(await expiry()).not.toEqual(first), { timeout: 20_000 });
  await own.close();
  await pool.query(`insert into node_directory.node values ('node-4', '10.0.0.4:1', now() - interval '1 second')`);
  expect(await own.addressOf('node-4')).toBeUndefined();
});

it('entries that ran out long ago are removed by the next node that is announced', async () => {
  await pool.query(`insert into node_directory.node values ('node-5', '10.0.0.5:1', now() - interval '2 hours')`);
  const own = createPostgresNodeDirectory({ pool });
  await own.announce('node-6', '10.0.0.6:9466');
  const { rows } = await pool.query(`select id from node_directory.node where id in ('node-5', 'node-6')`);
  expect(rows).toEqual([{ id: 'node-6' }]);
  await own.close();
});
