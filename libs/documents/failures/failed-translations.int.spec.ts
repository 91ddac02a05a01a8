import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { FailedTranslations, migrateFailedTranslations } from './failed-translations.js';

let database: TestDatabase;
let pool: Pool;
let failures: FailedTranslations;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 3 });
  await Promise.all([migrateFailedTranslations(pool), migrateFailedTranslations(pool)]);
  failures = new FailedTranslations(pool);
});
beforeEach(() => pool.query('truncate document_work.failed_translation'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const cause = { name: 'TypeError', code: 'ERR_X', stack: ['at translate (translator.ts:1:1)'] };
const failureOf = (translationId: string) => ({
  translationId,
  documentId: 'doc_1',
  code: 'processing_failed',
  cause,
  attempts: 10,
});

describe('causes of failed translations', () => {
  it('the causes of failed translations are listed as they were kept, the latest first', async () => {
    await failures.keep(failureOf('trn_1'));
    await failures.keep(failureOf('trn_2'));
    const failedAt = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
    expect(await failures.latest()).toEqual([
      { ...failureOf('trn_2'), failedAt },
      { ...failureOf('trn_1'), failedAt },
    ]);
  });

  it('a translation has one cause, however often its failure is reported', async () => {
    await failures.keep(failureOf('trn_1'));
    await failures.keep({ ...failureOf('trn_1'), attempts: 11 });
    expect(await failures.latest()).toMatchObject([{ translationId: 'trn_1', attempts: 11 }]);
  });

  it('a cause is removed after a month, when another one is kept', async () => {
    await failures.keep(failureOf('old'));
    await failures.keep(failureOf('younger'));
    await pool.query(
      `update document_work.failed_translation
       set failed_at = now() - make_interval(days => case translation_id when 'old' then 31 else 29 end)`,
    );
    await failures.keep(failureOf('new'));
    expect((await failures.latest()).map(({ translationId }) => translationId)).toEqual(['new', 'younger']);
  });
});
