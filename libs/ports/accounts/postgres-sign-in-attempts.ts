import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { type AttemptCounter, maxLockSeconds, quietSeconds, type SignInAttempts } from './sign-in-attempts.port.js';

const quiet = `interval '${quietSeconds} seconds'`;

/** Seconds for which a name is locked that has failed so often; the exponent is cut, or the power would overflow. */
const lockAfter = (failures: string, free: string): string =>
  `case when ${failures} <= ${free} then 0 else least(${maxLockSeconds}, power(2, least(${failures} - ${free} - 1, 20))) end`;

const count = `
  insert into accounts.attempt as kept (name, failures, last_at, locked_until)
  values ($1, 1, now(), now() + interval '1 second' * (${lockAfter('1', '$2::integer')}))
  on conflict (name) do update set
    failures = case when kept.last_at < now() - ${quiet} then 1 else kept.failures + 1 end,
    last_at = now(),
    locked_until = now() + interval '1 second' * (${lockAfter(
      `case when kept.last_at < now() - ${quiet} then 1 else kept.failures + 1 end`,
      '$2::integer',
    )})
  where kept.locked_until <= now()
  returning 0 as seconds`;

const wait = `
  select ceil(extract(epoch from locked_until - now()))::integer as seconds from accounts.attempt where name = $1`;

/** One sweep in so many attempts. */
const sweepOneIn = 100;

export class PostgresSignInAttempts implements SignInAttempts {
  constructor(
    private readonly pool: Pool,
    private readonly lookupKey: Uint8Array,
    private readonly random: () => number = Math.random,
  ) {}

  async begin({ name, free }: AttemptCounter): Promise<number> {
    if (this.random() * sweepOneIn < 1) await this.sweep();
    const lookup = this.lookup(name);
    const counted = await this.pool.query(count, [lookup, free]);
    if (counted.rowCount === 1) return 0;
    const { rows } = await this.pool.query<{ seconds: number }>(wait, [lookup]);
    return Math.max(1, rows[0]?.seconds ?? 1);
  }

  async succeeded(name: string, extent: 'all' | 'one'): Promise<void> {
    const lookup = this.lookup(name);
    if (extent === 'all') await this.pool.query('delete from accounts.attempt where name = $1', [lookup]);
    else {
      await this.pool.query(
        'update accounts.attempt set failures = greatest(0, failures - 1), locked_until = now() where name = $1',
        [lookup],
      );
    }
  }

  private async sweep(): Promise<void> {
    await this.pool.query(`delete from accounts.attempt where last_at < now() - ${quiet}`);
  }

  private lookup(name: string): Buffer {
    return createHmac('sha256', this.lookupKey)
      .update(JSON.stringify(['attempt', name]))
      .digest();
  }
}
