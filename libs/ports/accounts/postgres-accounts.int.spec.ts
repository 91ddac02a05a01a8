import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateAccounts } from './migrate-accounts.js';
import { PostgresAccounts } from './postgres-accounts.js';
import { PostgresSignInAttempts } from './postgres-sign-in-attempts.js';

describe('accounts in PostgreSQL', () => {
  const key = randomBytes(32);
  let database: TestDatabase;
  let pool: Pool;
  let accounts: PostgresAccounts;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 8 });
    await migrateAccounts(pool);
    await migrateAccounts(pool);
    accounts = new PostgresAccounts(pool, key);
  });
  beforeEach(() => pool.query('truncate accounts.account, accounts.identity, accounts.session_use, accounts.attempt'));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const account = (number: number, organizationId = 'org_1') => ({
    accountId: `acc_${number}`,
    organizationId,
    userId: `usr_${number}`,
  });

  it('an address is of one account of an organization, whatever its letters are and whoever comes first', async () => {
    const taken = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        accounts.reserve(account(number), number % 2 ? 'Ada@Example.com' : 'ada@example.com'),
      ),
    );
    expect(new Set(taken.map(({ accountId }) => accountId)).size).toBe(1);
    await accounts.reserve(account(5, 'org_2'), 'ADA@example.com');
    const [holder] = taken;
    expect(await accounts.withEmail('ada@EXAMPLE.com')).toEqual([holder, account(5, 'org_2')]);
    expect(await accounts.withUserId('org_2', 'usr_5')).toEqual(account(5, 'org_2'));
    expect(await accounts.withUserId('org_1', 'usr_5')).toBeUndefined();
    const { rows } = await pool.query('select * from accounts.account');
    expect(JSON.stringify(rows)).not.toMatch(/ada|example/i);
    expect(await new PostgresAccounts(pool, randomBytes(32)).withEmail('ada@example.com')).toEqual([]);
  });

  it('an account that takes another address leaves the first one to others, and keeps it where that is taken', async () => {
    await accounts.reserve(account(1), 'ada@example.com');
    expect(await accounts.reserve(account(1), 'grace@example.com')).toEqual(account(1));
    expect(await accounts.withEmail('ada@example.com')).toEqual([]);
    expect(await accounts.reserve(account(2), 'ada@example.com')).toEqual(account(2));
    expect(await accounts.reserve(account(1), 'ada@example.com')).toEqual(account(2));
    expect(await accounts.withEmail('grace@example.com')).toEqual([account(1)]);
    const both = ['one@example.com', 'two@example.com'].map((email) => accounts.reserve(account(1), email));
    expect(await Promise.all(both)).toEqual([account(1), account(1)]);
  });

  it('an account is found by its newest invite, and by nothing once it is removed', async () => {
    await accounts.reserve(account(1), 'ada@example.com');
    await accounts.setInvite('acc_1', 'first');
    await accounts.setInvite('acc_1', 'second');
    expect(await accounts.withInvite('first')).toBeUndefined();
    expect(await accounts.withInvite('second')).toEqual(account(1));
    await accounts.remove('acc_1');
    expect(await accounts.withInvite('second')).toBeUndefined();
    expect(await accounts.reserve(account(2), 'ada@example.com')).toEqual(account(2));
  });

  it('an identity is of one account of an organization, and an account has one of each issuer', async () => {
    const ada = { issuer: 'https://id.example', subject: 'ada-at-id' };
    for (const number of [1, 2]) await accounts.reserve(account(number), `${number}@example.com`);
    await accounts.reserve(account(3, 'org_2'), '1@example.com');
    const reserve = (number: number, identity = ada, organizationId = 'org_1') =>
      accounts.reserveIdentity({ identityId: `idn_${number}`, accountId: `acc_${number}`, organizationId }, identity);
    const [first, second] = await Promise.all([reserve(1), reserve(2)]);
    expect(first).toEqual(second);
    const holder = { identityId: 'idn_1', accountId: 'acc_1' };
    await accounts.removeIdentities('acc_2');
    expect(await reserve(1)).toEqual(holder);
    expect(await reserve(2)).toEqual(holder);
    expect(await accounts.reserveIdentity({ ...holder, identityId: 'idn_9', organizationId: 'org_1' }, ada)).toEqual(
      holder,
    );
    const another = { ...ada, subject: 'another' };
    expect(
      await accounts.reserveIdentity({ ...holder, identityId: 'idn_9', organizationId: 'org_1' }, another),
    ).toBeUndefined();
    expect(await reserve(3, ada, 'org_2')).toEqual({ identityId: 'idn_3', accountId: 'acc_3' });
    expect(await accounts.withIdentity('org_1', { ...ada, issuer: 'https://other.example' })).toBeUndefined();
    const other = { issuer: 'https://a.example', subject: 'x' };
    await accounts.reserveIdentity({ ...holder, identityId: 'idn_8', organizationId: 'org_1' }, other);
    expect(await accounts.issuersOf('acc_1')).toEqual(['https://a.example', 'https://id.example']);
    expect(await accounts.issuersOf('acc_2')).toEqual([]);
    const { rows } = await pool.query('select * from accounts.identity');
    expect(JSON.stringify(rows)).not.toContain('ada-at-id');
    await accounts.remove('acc_1');
    expect(await accounts.withIdentity('org_1', ada)).toBeUndefined();
    expect(await accounts.withIdentity('org_2', ada)).toEqual({ identityId: 'idn_3', accountId: 'acc_3' });
  });

  it('an account that was removed is in no file once the accounts were purged, and the others are as they were', async () => {
    await pool.query('alter table accounts.account alter column user_id set statistics -1');
    for (const number of [1, 2]) await accounts.reserve(account(number), `${number}@example.com`);
    const of = { identityId: 'idn_2', accountId: 'acc_2', organizationId: 'org_1' };
    const ada = { issuer: 'https://id.example', subject: 'ada-at-id' };
    await accounts.reserveIdentity(of, ada);
    await accounts.setInvite('acc_2', 'hash');
    await pool.query('analyze accounts.account; checkpoint');
    const files = async () => {
      const { rows } = await pool.query<{ content: Buffer }>(
        `select pg_read_binary_file(pg_relation_filepath(oid)) as content from pg_class
          where relnamespace = 'accounts'::regnamespace and relkind in ('r', 'i')`,
      );
      return Buffer.concat(rows.map(({ content }) => content)).toString('latin1');
    };
    const known = `select histogram_bounds::text as values from pg_stats where schemaname = 'accounts' and attname = 'user_id'`;
    expect((await pool.query(known)).rows).toEqual([{ values: '{usr_1,usr_2}' }]);
    await accounts.remove('acc_1');
    await pool.query('checkpoint');
    expect(await files(), 'a deleted row is still in its page').toContain('usr_1');

    await migrateAccounts(pool);
    await accounts.purge();
    await pool.query('analyze accounts.account');
    await pool.query('checkpoint');
    expect(await files()).not.toContain('usr_1');
    expect((await pool.query(known)).rows).toEqual([]);
    expect(await accounts.withInvite('hash')).toEqual(account(2));
    expect(await accounts.withEmail('2@example.com')).toEqual([account(2)]);
    expect(await accounts.withIdentity('org_1', ada)).toEqual({ identityId: 'idn_2', accountId: 'acc_2' });
    await accounts.remove('acc_2');
    expect(await accounts.withIdentity('org_1', ada)).toBeUndefined();
    expect(await accounts.reserve(account(3), '2@example.com')).toEqual(account(3));
  });

  it('the last use of a session is the latest that any node has noted, and is forgotten after days', async () => {
    const now = Date.now();
    await accounts.noteUses([
      ['ses_1', now],
      ['ses_2', now - 5 * 86_400_000],
    ]);
    await accounts.noteUses([['ses_1', now - 1_000]]);
    expect(await accounts.lastUse('ses_1')).toBe(now);
    expect(await accounts.lastUse('ses_2')).toBeUndefined();
    expect(await accounts.lastUses(['ses_1', 'ses_2', 'ses_3'])).toEqual(new Map([['ses_1', now]]));
  });

  it('failures lock a name for longer and longer, also those that come at the same time', async () => {
    const attempts = new PostgresSignInAttempts(pool, key, () => 1);
    const begin = () => attempts.begin({ name: 'ada', free: 2 });
    const age = () => pool.query(`update accounts.attempt set locked_until = now() - interval '1 second'`);
    expect([await begin(), await begin()]).toEqual([0, 0]);
    expect(await begin()).toBe(0);
    expect(await begin()).toBeGreaterThan(0);
    const locks: number[] = [];
    for (let failure = 4; failure < 18; failure += 1) {
      await age();
      expect(await begin()).toBe(0);
      locks.push(await begin());
    }
    expect(locks.slice(0, 4)).toEqual([2, 4, 8, 16]);
    expect(Math.max(...locks)).toBe(900);

    const together = await Promise.all(Array.from({ length: 20 }, () => attempts.begin({ name: 'bob', free: 2 })));
    expect(together.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(JSON.stringify((await pool.query('select * from accounts.attempt')).rows)).not.toContain('bob');
  });

  it('a success forgets failures, or one of them; a quiet day forgets them too', async () => {
    const attempts = new PostgresSignInAttempts(pool, key, () => 0);
    const begin = (name: string) => attempts.begin({ name, free: 1 });
    const failuresOf = async () => (await pool.query('select failures from accounts.attempt')).rows;
    await begin('ada');
    await begin('ada');
    expect(await begin('ada')).toBeGreaterThan(0);
    await attempts.succeeded('ada', 'one');
    expect(await failuresOf()).toEqual([{ failures: 1 }]);
    await attempts.succeeded('ada', 'all');
    expect(await failuresOf()).toEqual([]);
    await begin('ada');
    await pool.query(`update accounts.attempt set last_at = now() - interval '2 days'`);
    await begin('bob');
    expect(await failuresOf()).toEqual([{ failures: 1 }]);
  });
});
