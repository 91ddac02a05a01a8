import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { ExecutionRows } from './execution-rows.js';
import { answer, executionOf, idempotencyContract, keyedRequest } from './idempotency.contract.js';
import type { IdempotencyStore, KeyedRequest } from './idempotency.port.js';
import { expireExecutions, migrateIdempotency } from './migrate-idempotency.js';
import { answerKeyKind } from './organization-keys.js';
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
    `select execution::text as row from idempotency.execution execution
     union all select answer::text from idempotency.answer answer`,
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
  await pool.query('truncate idempotency.execution, idempotency.answer');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

idempotencyContract('PostgreSQL', async () => {
  await pool.query('truncate idempotency.execution, idempotency.answer');
  return { store: storeOf(), lose: () => expireExecutions(pool) };
});

describe('idempotency on PostgreSQL', () => {
  it('an answer whose key was destroyed is not given again, and those that come later are', async () => {
    const store = storeOf();
    await (await executionOf(store, { requestId: 'req_first' })).complete(answer);
    expect((await store.admit(keyedRequest())).kind).toBe('replay');
    await keyVault.destroy(answerKeyKind, 'org_1');
    expect(await store.admit(keyedRequest())).toEqual({ kind: 'not-kept' });
    await (await executionOf(store, { key: 'another' })).complete(answer);
    expect((await store.admit(keyedRequest({ key: 'another' }))).kind).toBe('replay');
    expect(await store.admit(keyedRequest())).toEqual({ kind: 'not-kept' });
  });

  it('executions are shared by all nodes', async () => {
    const nodes = [storeOf(), storeOf()];
    const admissions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => nodes[index % 2]?.admit(keyedRequest())),
    );
    expect(admissions.filter((admission) => admission?.kind === 'execute')).toHaveLength(1);
  });

  it('of an organization responses are kept up to so many bytes; a repeat of one that is not is never executed', async () => {
    const large = { ...answer, body: Buffer.alloc(600, 'x') };
    const maxBytes = 1_000;
    await (await executionOf(storeOf({ maxBytes }), { key: 'first' })).complete(large);
    const store = storeOf({ maxBytes });
    await (await executionOf(store, { key: 'second' })).complete(large);
    await (await executionOf(store, { key: 'small' })).complete(answer);
    await (await executionOf(store, { key: 'first', organizationId: 'org_2' })).complete(large);
    const kindOf = async (changes: Partial<KeyedRequest>) => (await store.admit(keyedRequest(changes))).kind;
    expect(await kindOf({ key: 'first' })).toBe('replay');
    expect(await kindOf({ key: 'second' })).toBe('not-kept');
    expect(await kindOf({ key: 'second', body: Buffer.from('another') })).toBe('different');
    expect(await kindOf({ key: 'small' })).toBe('replay');
    expect(await kindOf({ key: 'first', organizationId: 'org_2' })).toBe('replay');
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

  const answersIn = async (part: string): Promise<number> =>
    (await pool.query(`select from idempotency.answer where part = ${part}`)).rowCount ?? 0;
  const partAt = (time: string) => `(floor(extract(epoch from ${time}) / 86400)::bigint % 4)`;

  /** Sweeps as a store does by itself. */
  const swept = async (): Promise<void> => {
    const rows = new ExecutionRows(pool, { leaseMs: 30_000, keepMs: 24 * 60 * 60_000 });
    await rows.dropAnswers();
    await rows.sweep(1_000);
  };
  /** An execution that began at that time and was completed. */
  const completed = async (store: IdempotencyStore, key: string, startedAt: string): Promise<void> => {
    const execution = await executionOf(store, { key, requestId: `req_${key}` });
    await pool.query(`update idempotency.execution set started_at = ${startedAt} where request_id = $1`, [
      `req_${key}`,
    ]);
    await execution.complete(answer);
  };
  const midnight = `date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC'`;

  it('an answer is replayed for as long as its key is, on the day that it was given and on the next', async () => {
    const store = storeOf();
    await completed(store, 'yesterday', `${midnight} - interval '1 millisecond'`);
    await completed(store, 'today', midnight);
    expect([await answersIn(partAt(midnight)), await answersIn(partAt(`${midnight} + interval '1 day'`))]).toEqual([
      1, 1,
    ]);
    await swept();
    expect(await store.admit(keyedRequest({ key: 'today' }))).toMatchObject({ kind: 'replay', requestId: 'req_today' });
    // Its retention ends within the day; at the last millisecond before midnight, should the test run then.
    const { rows } = await pool.query(
      `select clock_timestamp() < ${midnight} + interval '23 hours 59 minutes' as early`,
    );
    if (rows[0]?.early) expect((await store.admit(keyedRequest({ key: 'yesterday' }))).kind).toBe('replay');
  });

  it('the answers of yesterday are dropped together, and no other', async () => {
    const store = storeOf();
    for (const key of ['one', 'two']) await completed(store, key, `${midnight} - interval '25 hours'`);
    await completed(store, 'kept', `clock_timestamp()`);
    const yesterday = partAt(`${midnight} - interval '1 hour'`);
    expect(await answersIn(yesterday)).toBe(2);
    const { rows: before } = await pool.query(
      `select pg_relation_filenode('idempotency.answer_' || ${yesterday}) as file`,
    );
    await swept();
    expect(await answersIn(yesterday)).toBe(0);
    const { rows: after } = await pool.query(
      `select pg_relation_filenode('idempotency.answer_' || ${yesterday}) as file`,
    );
    // Its file was replaced: nothing was deleted row by row.
    expect(after[0]?.file).not.toBe(before[0]?.file);
    expect((await store.admit(keyedRequest({ key: 'kept' }))).kind).toBe('replay');
  });

  it('a key that is used again after its retention has the new answer, whatever is left of the old one', async () => {
    const store = storeOf();
    await completed(store, 'again', `clock_timestamp() - interval '24 hours'`);
    const execution = await executionOf(store, { key: 'again', body: Buffer.from('another') });
    await execution.complete({ ...answer, status: 202 });
    const repeat = keyedRequest({ key: 'again', body: Buffer.from('another') });
    expect(await store.admit(repeat)).toMatchObject({ kind: 'replay', answer: { status: 202 } });
  });

  it('an answer that a release before this one kept in its row is replayed', async () => {
    const store = storeOf();
    await (await executionOf(store)).complete(answer);
    await pool.query(
      `update idempotency.execution e set sealed_answer = a.sealed, answer_part = null
         from idempotency.answer a where a.key_hash = e.key_hash`,
    );
    await pool.query('truncate idempotency.answer');
    expect(await store.admit(keyedRequest())).toMatchObject({ kind: 'replay', answer: { status: 201 } });
  });

  it('a release before this one executes nothing that was completed here', async () => {
    await (await executionOf(storeOf())).complete(answer);
    const { rows } = await pool.query('select length(sealed_answer) as length from idempotency.execution');
    expect(rows).toEqual([{ length: 0 }]);
  });

  it('requests reject while the database is unavailable', async () => {
    const gone = createPool({ connectionString: database.url, max: 1, applicationName: 'test' });
    const store = storeOf({ pool: gone });
    await gone.end();
    await expect(store.admit(keyedRequest())).rejects.toThrow();
  });
});
