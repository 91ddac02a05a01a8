import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { createPool } from './pool.js';

/** A breaker that opens on command, and notes how each call ended. */
class ToldBreaker extends CircuitBreaker {
  readonly ended: string[] = [];
  private open = false;

  constructor() {
    super({ probe: async () => undefined, onOpen: () => undefined, onClose: () => undefined });
  }

  override get isOpen(): boolean {
    return this.open;
  }

  override end(...[call, how]: Parameters<CircuitBreaker['end']>): void {
    this.ended.push(how);
    super.end(call, how);
  }

  trip(): void {
    this.open = true;
    this.tellOpened();
  }

  reset(): void {
    this.open = false;
  }
}

let database: TestDatabase;
let pool: Pool;
let breaker: ToldBreaker;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  breaker = new ToldBreaker();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'guarded', breaker });
  return () => pool.end();
});

it('queries and connections work as before, and the breaker knows how each ended', async () => {
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const client = await pool.connect();
  await client.query('select 2');
  expect(breaker.ended).toEqual(['answered']);
  client.release();
  await expect(pool.query('select nothing')).rejects.toThrow('nothing');
  expect(breaker.ended).toEqual(['answered', 'answered', 'answered']);
});

it('a connection that the server ended is an outage', async () => {
  const ended = pool.query('select pg_terminate_backend(pg_backend_pid())');
  await expect(ended).rejects.toSatisfy(isOutage);
  expect(breaker.ended).toEqual(['outage']);
});

it('while the breaker is open nothing is asked, by an error that counts as an outage', async () => {
  breaker.trip();
  await expect(pool.query('select 1')).rejects.toSatisfy(isOutage);
  await expect(pool.connect()).rejects.toThrow('The database is away and is not asked');
  expect(pool.totalCount).toBe(0);
  breaker.reset();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('as the breaker opens, a query that waits ends with an outage, and no connection is used again', async () => {
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  const waiting = pool.query('select pg_sleep(600)');
  const outcome = expect(waiting).rejects.toSatisfy(isOutage);
  breaker.trip();
  await outcome;
  await expect.poll(() => pool.totalCount).toBe(0);
  breaker.reset();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a broken connection that is given back without its error is no answer', async () => {
  const client = await pool.connect();
  client.on('error', () => undefined);
  const failed = expect(client.query('select pg_sleep(600)')).rejects.toSatisfy(isOutage);
  breaker.trip();
  await failed;
  client.release();
  expect(breaker.ended).toEqual(['outage']);
});
