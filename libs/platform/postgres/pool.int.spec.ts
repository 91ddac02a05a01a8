import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { createPool } from './pool.js';

const named = { name: 'one', text: 'select $1::int as one', values: [1] };

describe('what a pool leaves in its sessions', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const sessionOf = async (isPooled: boolean) => {
    const pool = createPool({ connectionString: database.url, isPooled, max: 1, applicationName: 'session' });
    try {
      expect((await pool.query(named)).rows).toEqual([{ one: 1 }]);
      const prepared = await pool.query<{ name: string }>('select name from pg_prepared_statements');
      const set = await pool.query<{ name: string }>(
        `select name from pg_settings where source = 'client' and name <> 'application_name' order by name`,
      );
      return { prepared: prepared.rows.map(({ name }) => name), settings: set.rows.map(({ name }) => name) };
    } finally {
      await pool.end();
    }
  };

  it('statements are prepared once, and the session has limits, where it is the pool’s own', async () => {
    expect(await sessionOf(false)).toEqual({
      prepared: ['one'],
      settings: expect.arrayContaining(['idle_in_transaction_session_timeout', 'work_mem']),
    });
  });

  it.each([
    [true, 'on'],
    [false, 'off'],
  ])('commits wait for the disk: %s', async (waitsForDisk, setting) => {
    const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'session', waitsForDisk });
    const { rows } = await pool.query('show synchronous_commit');
    expect(rows).toEqual([{ synchronous_commit: setting }]);
    await pool.end();
  });

  it('nothing is left for others where a pooler gives the session to them', async () => {
    expect(await sessionOf(true)).toEqual({ prepared: [], settings: ['client_encoding'] });
  });
});
