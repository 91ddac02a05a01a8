import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import type { Lease, Leases } from './lease.port.js';
import { migrateLeases } from './migrate-leases.js';
import { createPostgresLeases, type PostgresLeasesOptions } from './postgres-leases.js';
import { removeEndedLeases } from './remove-ended-leases.js';

const never = new AbortController().signal;
const patient = { timeout: 30_000, interval: 20 };
const aborted = (signal: AbortSignal) => vi.waitFor(() => expect(signal.aborted).toBe(true), patient);

describe('leases on PostgreSQL', () => {
  let database: TestDatabase;
  let administrator: Pool;
  const opened: { leases: Leases; pool: Pool; listener: DirectConnection }[] = [];
  let lastName = 0;

  const newName = () => {
    lastName += 1;
    return `lease-${lastName}`;
  };

  /** A contender as in another process, with its own pool. */
  const contender = (options: PostgresLeasesOptions = {}) => {
    const pool = new Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    const listener = new DirectConnection({ connectionString: database.url, applicationName: 'lease notices' });
    const leases = createPostgresLeases(pool, { listener, ...options });
    opened.push({ leases, pool, listener });
    return { leases, pool, listener };
  };

  const remainingSeconds = async (name: string): Promise<number> => {
    const { rows } = await administrator.query(
      `select extract(epoch from expires_at - clock_timestamp())::float8 as seconds from leases.lease where name = $1`,
      [name],
    );
    return rows[0].seconds;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    administrator = new Pool({ connectionString: database.url, max: 2 });
    await Promise.all([migrateLeases(administrator), migrateLeases(administrator)]);
  });

  afterEach(async () => {
    for (const { leases, pool, listener } of opened.splice(0)) {
      await leases.close();
      await listener.close();
      await pool.end();
    }
  });

  afterAll(async () => {
    await administrator.end();
    await database.drop();
  });

  it('a lease is given to exactly one of many that ask at once', async () => {
    const name = newName();
    const won: Lease[] = [];
    const waits = Array.from({ length: 6 }, () =>
      contender({ ttlMs: 20_000 })
        .leases.acquire(name, never)
        .then((lease) => won.push(lease))
        .catch(() => undefined),
    );
    await Promise.race(waits);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(won).toHaveLength(1);
  });

  it('a released lease is handed over at once, long before its ttl', async () => {
    const name = newName();
    const first = await contender({ ttlMs: 3_600_000 }).leases.acquire(name, never);
    const second = contender({ ttlMs: 3_600_000 }).leases.acquire(name, never);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await first.release();
    expect((await second).fencingToken).toBeGreaterThan(first.fencingToken);
    expect(first.lost.aborted).toBe(true);
  });

  it('many waiting processes get the lease one after the other, each with a greater token', async () => {
    const name = newName();
    const tokens: bigint[] = [];
    const turns = Array.from({ length: 5 }, async () => {
      const lease = await contender({ ttlMs: 3_600_000 }).leases.acquire(name, never);
      tokens.push(lease.fencingToken);
      await lease.release();
    });
    await Promise.all(turns);
    expect(tokens).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  it('a lease is kept by renewal longer than its ttl', async () => {
    const name = newName();
    const lease = await contender({ ttlMs: 1500 }).leases.acquire(name, never);
    const second = contender({ ttlMs: 1500 }).leases.acquire(name, AbortSignal.timeout(4000));
    await expect(second).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(lease.lost.aborted).toBe(false);
  });

  it('a lease is taken over, with a greater token, from a holder that stopped renewing', async () => {
    const name = newName();
    const first = await contender({ ttlMs: 1000, renewMs: 3_600_000 }).leases.acquire(name, never);
    const second = await contender({ ttlMs: 1000 }).leases.acquire(name, never);
    expect(second.fencingToken).toBe(first.fencingToken + 1n);
    expect(first.lost.aborted).toBe(true);
  });

  it('a holder that cannot renew gives its lease up before the server gives it to another', async () => {
    const name = newName();
    const { leases } = contender({ ttlMs: 10_000, renewMs: 3_600_000 });
    const lease = await leases.acquire(name, never);
    await aborted(lease.lost);
    expect(await remainingSeconds(name)).toBeGreaterThan(0);
  });

  it('a lease is lost when its row was taken over behind the holder', async () => {
    const name = newName();
    const lease = await contender({ ttlMs: 60_000, renewMs: 50 }).leases.acquire(name, never);
    await administrator.query(`update leases.lease set fencing_token = fencing_token + 1 where name = $1`, [name]);
    await aborted(lease.lost);
  });

  it('an old holder that releases does not disturb its successor', async () => {
    const name = newName();
    const { leases } = contender({ ttlMs: 60_000, renewMs: 3_600_000 });
    const old = await leases.acquire(name, never);
    await administrator.query(`update leases.lease set expires_at = '-infinity' where name = $1`, [name]);
    const successor = await contender({ ttlMs: 60_000 }).leases.acquire(name, never);
    await old.release();
    expect(await remainingSeconds(name)).toBeGreaterThan(0);
    expect(successor.lost.aborted).toBe(false);
  });

  it('leases and waits outlive a broken connection', async () => {
    const name = newName();
    const lease = await contender({ ttlMs: 20_000, renewMs: 100 }).leases.acquire(name, never);
    const second = contender({ ttlMs: 20_000 }).leases.acquire(name, never);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const before = await remainingSeconds(name);
    await vi.waitFor(async () => expect(await remainingSeconds(name)).toBeGreaterThan(before), patient);
    expect(lease.lost.aborted).toBe(false);
    await lease.release();
    expect((await second).fencingToken).toBe(2n);
  });

  it('a wait that was broken off does not take the lease', async () => {
    const name = newName();
    const first = await contender({ ttlMs: 3_600_000 }).leases.acquire(name, never);
    const waiting = new AbortController();
    const second = contender().leases.acquire(name, waiting.signal);
    waiting.abort(new Error('changed my mind'));
    await expect(second).rejects.toThrow('changed my mind');
    await first.release();
    expect((await contender().leases.acquire(name, never)).fencingToken).toBe(2n);
  });

  it('a close releases everything and ends every wait', async () => {
    const [held, wanted] = [newName(), newName()];
    await contender({ ttlMs: 3_600_000 }).leases.acquire(wanted, never);
    const { leases, pool } = contender({ ttlMs: 3_600_000 });
    const lease = await leases.acquire(held, never);
    const wait = expect(leases.acquire(wanted, never)).rejects.toThrow('closed');
    await leases.close();
    await wait;
    expect(lease.lost.aborted).toBe(true);
    await contender().leases.acquire(held, never);
    await vi.waitFor(() => expect(pool.totalCount).toBe(pool.idleCount), patient);
  });

  it('leases that are over leave no row behind, of names that nobody holds again', async () => {
    const { leases, pool } = contender({ ttlMs: 3_600_000 });
    const [held, released, ranOut, longAgo, other] = ['held', 'released', 'ran-out', 'long-ago', 'other'];
    const acquired = [held, released, ranOut, longAgo].map((name) => leases.acquire(`process_1/${name}`, never));
    const [, second] = await Promise.all(acquired);
    await second?.release();
    await (await leases.acquire(`processX1/${other}`, never)).release();
    const runOut = `update leases.lease set expires_at = now() - $2::interval where name = $1`;
    await administrator.query(runOut, [`process_1/${ranOut}`, '59 minutes']);
    await administrator.query(runOut, [`process_1/${longAgo}`, '61 minutes']);
    await removeEndedLeases(pool, 'process_1/');
    const { rows } = await administrator.query(`select name from leases.lease where name ~ '^process.1/'`);
    expect(rows.map(({ name }) => name).sort()).toEqual(['processX1/other', 'process_1/held', 'process_1/ran-out']);
    expect((await leases.acquire(`process_1/${longAgo}`, never)).fencingToken).toBe(1n);
  });

  it('a missing table is reported as such', async () => {
    const pool = new Pool({ connectionString: database.url.replace(/[^/]+$/, 'postgres'), max: 1 });
    await expect(createPostgresLeases(pool).acquire(newName(), never)).rejects.toThrow(/does not exist/);
    await pool.end();
  });
});
