import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateSegmentBatches } from './segment-batches.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the migration makes its table when several workers begin at the same time', async () => {
  const pools = Array.from({ length: 8 }, () =>
    createPool({ connectionString: database.url, max: 1, applicationName: 'worker-test' }),
  );
  for (let round = 0; round < 10; round += 1) {
    await pools[0]?.query('drop schema if exists document_work cascade');
    await Promise.all(pools.map((pool) => migrateSegmentBatches(pool)));
  }
  const made = await pools[0]?.query('select count(*)::int as rows from document_work.segment_batch');
  expect(made?.rows).toEqual([{ rows: 0 }]);
  await Promise.all(pools.map((pool) => pool.end()));
});
