import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { answer, executionOf, idempotencyContract, keyedRequest } from './idempotency.contract.js';
import type { IdempotencyStore } from './idempotency.port.js';
import { expireExecutions, migrateIdempotency } from './migrate-idempotency.js';
import { createPostgresIdempotencyStore, type IdempotencyStoreOptions } from './postgres-idempotency-store.js';

let database: TestDatabase;
let pool: Pool;
const keyVault = new InMemoryKeyVault();
const opened: IdempotencyStore[] = [];

const storeOf = (options: Partial<IdempotencyStoreOptions> = {}): IdempotencyStore => {
  const store = createPostgresIdempotencyStore({ pool, keyVault, ...options });
  opened.push(store);
  return store;
};

const storedText = async (): Promise<string> => {
  const { rows } = await pool.query<{ row: string }>(
    'select execution::text as row from idempotency.execution execution',
  );
  return rows.map(({ row }) => row).join('\n');
};

const rowCount = async (): Promise<number> => (await pool.query('select from idempotency.execution')).rowCount ?? 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 10, applicationName: 'test' });
  await Promise.all([migrateIdempotency(pool), migrateIdempotency(pool)]);
});
afterEach(async () => {
  for (const store of opened.splice(0)) store.close();
  await pool.query('truncate idempotency.execution');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

idempotencyContract('PostgreSQL', async () => {
  await pool.query('truncate idempotency.execution');
  return { store: storeOf(), lose: () => expireExecutions(pool) };
});

describe('idempotency on PostgreSQL', () => {
  it('executions are shared by all nodes', async () => {
    const nodes = [storeOf(), storeOf()];
    const admissions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => nodes[index % 2]?.admit(keyedRequest())),
    );
    expect(admissions.filter((admission) => admission?.kind === 'execute')).toHaveLength(1);
  });

  it('no request and no response is kept in clear', async () => {
    const store = storeOf();
    const execution = await executionOf(store, { key: 'a-telling-key', body: Buffer.from('a secret body') });
    const seeded = execution.source.bytes('secret', 32);
    await execution.complete({ ...answer, body: Buffer.from('a secret answer') });
    const text = await storedText();
    for (const secret of ['a-telling-key', 'a secret body', 'a secret answer', '/v1/translate']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(text).not.toContain(seeded.toString('hex'));
  });

  it('a holder that does not renew is taken for dead, and not before its lease ends', async () => {
    const leaseMs = 2_000;
    const dying = storeOf({ leaseMs });
    await executionOf(dying);
    const store = storeOf({ leaseMs });
    expect((await store.admit(keyedRequest())).kind).toBe('in-flight');
    dying.close();
    let kind = 'in-flight';
    while (kind === 'in-flight') kind = (await store.admit(keyedRequest())).kind;
    expect(kind).toBe('execute');
  });

  it('a holder renews for as long as its request takes', async () => {
    const store = storeOf({ leaseMs: 600 });
    const execution = await executionOf(store);
    const { rows: before } = await pool.query<{ held_until: Date }>('select held_until from idempotency.execution');
    const heldUntil = async () =>
      (await pool.query<{ held_until: Date }>('select held_until from idempotency.execution')).rows[0]?.held_until;
    while ((await heldUntil())?.getTime() === before[0]?.held_until.getTime()) await new Promise(setImmediate);
    await execution.complete(answer);
    expect((await storeOf().admit(keyedRequest())).kind).toBe('replay');
  });

  it('a holder that was taken for dead cannot settle anything', async () => {
    const store = storeOf();
    const late = await executionOf(store);
    await expireExecutions(pool);
    const execution = await executionOf(store);
    await late.forget();
    await late.complete({ ...answer, status: 500 });
    expect((await store.admit(keyedRequest())).kind).toBe('in-flight');
    await execution.complete(answer);
    await late.handBack();
    expect(await store.admit(keyedRequest())).toMatchObject({ kind: 'replay', answer: { status: 201 } });
  });

  it('a key whose retention is over is taken as a new one, whatever it was used for', async () => {
    await (await executionOf(storeOf())).complete(answer);
    await pool.query(`update idempotency.execution set started_at = started_at - interval '24 hours'`);
    const changes = { route: 'POST /v1/detect', body: Buffer.from('another body'), requestId: 'req_new' };
    const execution = await executionOf(storeOf(), changes);
    expect(execution).toMatchObject({ requestId: 'req_new', isTakenOver: false });
    await execution.complete(answer);
    expect((await storeOf().admit(keyedRequest(changes))).kind).toBe('replay');
  });

  it('the store removes what is over by itself, and nothing else', async () => {
    const store = storeOf({ sweepEveryMs: 10 });
    await (await executionOf(store, { key: 'over' })).complete(answer);
    await pool.query(`update idempotency.execution set started_at = started_at - interval '24 hours'`);
    await (await executionOf(store, { key: 'fresh' })).complete(answer);
    while ((await rowCount()) > 1) await new Promise(setImmediate);
    expect((await store.admit(keyedRequest({ key: 'fresh' }))).kind).toBe('replay');
  });

  it('requests reject while the database is unavailable', async () => {
    const gone = createPool({ connectionString: database.url, max: 1, applicationName: 'test' });
    const store = storeOf({ pool: gone });
    await gone.end();
    await expect(store.admit(keyedRequest())).rejects.toThrow();
  });
});
