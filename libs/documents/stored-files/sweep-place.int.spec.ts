import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateSweepPlaces, SweepPlace } from './sweep-place.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await Promise.all([migrateSweepPlaces(pool), migrateSweepPlaces(pool)]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('the place of a sweep is the last one saved, until the sweep has come to the end', async () => {
  const place = new SweepPlace(pool, 'one');
  expect(await place.read()).toBeUndefined();
  await place.save('doc_1-source');
  await place.save('doc_2-source');
  await new SweepPlace(pool, 'another').save('glo_1');
  expect(await place.read()).toBe('doc_2-source');
  await place.clear();
  expect(await place.read()).toBeUndefined();
  expect(await new SweepPlace(pool, 'another').read()).toBe('glo_1');
});
