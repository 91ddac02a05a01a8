import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateSegmentBatches, SegmentBatches } from './segment-batches.js';

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

it('a finished batch is read as it was saved, with its facts, until it is discarded', async () => {
  const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'worker-test' });
  await migrateSegmentBatches(pool);
  const batches = new SegmentBatches(pool, new InMemoryKeyVault());
  const provenance = { modelSha256: ['ab'], engines: [{ id: 'marian', host: null, region: null }], rulesVersion: '1' };
  const facts = { repaired: [1], confidenceSum: 1.5, weight: 3, model: 'a-model', provenance };
  const segments = [[{ kind: 'text', text: 'uno' }], [{ kind: 'single', id: 1 }]] as const;
  await batches.save('trn_1', 0, { segments, ...facts });
  expect(await batches.finished('trn_1')).toEqual(new Map([[0, { count: 2, ...facts }]]));
  expect(await batches.batch('trn_1', 0)).toEqual(segments);
  expect(await Array.fromAsync(batches.segments('trn_1'))).toEqual(segments);
  await batches.discard('trn_1');
  expect(await batches.batch('trn_1', 0)).toEqual([]);
  await pool.end();
});

it('of a batch that an older release finished, neither repaired tags nor models are known', async () => {
  const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'worker-test' });
  await migrateSegmentBatches(pool);
  await pool.query(
    `insert into document_work.segment_batch (translation_id, number, segments, sealed, confidence_sum, weight, model)
     values ('trn_2', 0, 5, '', 1, 1, 'm')`,
  );
  const batches = new SegmentBatches(pool, new InMemoryKeyVault());
  expect((await batches.finished('trn_2')).get(0)).toMatchObject({ repaired: [], provenance: {} });
  await pool.end();
});
