import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { DocumentThroughput, migrateDocumentThroughput } from './document-throughput.js';

let database: TestDatabase;
let pool: Pool;
let throughput: DocumentThroughput;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 3 });
  await Promise.all([migrateDocumentThroughput(pool), migrateDocumentThroughput(pool)]);
  throughput = new DocumentThroughput(pool);
});
beforeEach(() => pool.query('truncate document_work.throughput'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const pair = { source: 'en', target: 'es' };

describe('the throughput of documents', () => {
  it('the cost of a language pair is that of its finished documents, of which short ones tell what each costs', async () => {
    expect(await throughput.measured()).toEqual([]);
    await throughput.record(pair, 1_000, 2.5);
    await throughput.record({ source: 'en', target: 'fr' }, 1_000, 1.5);
    expect(await throughput.measured()).toEqual([
      { ...pair, fixedSeconds: 0.5, secondsPerWord: 0.002 },
      { source: 'en', target: 'fr', fixedSeconds: 0.5, secondsPerWord: 0.001 },
    ]);
    await throughput.record(pair, 10, 0.22);
    const [first] = await throughput.measured();
    expect(first?.fixedSeconds).toBeCloseTo(0.197);
    expect(first?.secondsPerWord).toBeCloseTo(0.0023);
  });

  it('a lasting change is most of the cost after some documents', async () => {
    await throughput.record(pair, 1_000, 1);
    for (let count = 0; count < 30; count += 1) await throughput.record(pair, count % 2 === 0 ? 10 : 1_000, 3);
    const [first] = await throughput.measured();
    expect(first?.fixedSeconds).toBeGreaterThan(2.8);
    expect(first?.fixedSeconds).toBeLessThan(3);
  });

  it('a table of an older version is read on', async () => {
    await pool.query(
      `insert into document_work.throughput (source_language, target_language, words, seconds) values ('en', 'es', 500, 2)`,
    );
    expect(await throughput.measured()).toEqual([{ ...pair, fixedSeconds: 0, secondsPerWord: 0.004 }]);
  });

  it('a document without words or without time says nothing', async () => {
    await throughput.record(pair, 0, 1);
    await throughput.record(pair, 1, 0);
    expect(await throughput.measured()).toEqual([]);
  });
});
