import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { SealBrokenError, WrongMasterKeyError } from './key-vault.errors.js';
import type { KeyVault } from './key-vault.port.js';
import { migrateKeyVault, openPostgresKeyVault } from './postgres-key-vault.js';

const masterKey = randomBytes(32);
let database: TestDatabase;
let pool: Pool;
let vault: KeyVault;

const migrateAndOpen = async (on: Pool, key: Uint8Array): Promise<KeyVault> => {
  await migrateKeyVault(on);
  return openPostgresKeyVault({ pool: on, masterKey: key });
};

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 10, applicationName: 'test' });
  await migrateKeyVault(pool);
  vault = await openPostgresKeyVault({ pool, masterKey });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a data key', () => {
  it('a data key is made once and given to every caller', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => vault.getOrCreate('blob', 'shared')));
    expect(keys[0]).toHaveLength(32);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await vault.get('blob', 'shared')).toEqual(keys[0]);
  });

  it('each kind and id has another data key', async () => {
    const keys = [
      await vault.getOrCreate('blob', 'a'),
      await vault.getOrCreate('blob', 'b'),
      await vault.getOrCreate('report', 'a'),
    ];
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  });

  it('a data key is not there before it is made', async () =>
    expect(await vault.get('blob', 'never made')).toBeUndefined());

  it('a destroyed key is gone at once, and its successor is another one', async () => {
    const first = await vault.getOrCreate('blob', 'destroyed');
    expect(await vault.get('blob', 'destroyed')).toEqual(first);
    await vault.destroy('blob', 'destroyed');
    await vault.destroy('blob', 'destroyed');
    expect(await vault.get('blob', 'destroyed')).toBeUndefined();
    expect(await vault.getOrCreate('blob', 'destroyed')).not.toEqual(first);
  });

  it('the ids of keys of a kind are found by how they begin, whatever signs are in it', async () => {
    for (const id of ['of_1-a', 'of_1-b', 'ofx1-c', 'OF_1-d']) await vault.getOrCreate('listed', id);
    await vault.getOrCreate('blob', 'of_1-e');
    await vault.destroy('listed', 'of_1-b');
    expect(await vault.idsOf('listed', 'of_1-')).toEqual(['of_1-a']);
    expect((await vault.idsOf('listed', '')).toSorted()).toEqual(['OF_1-d', 'of_1-a', 'ofx1-c']);
    expect(await vault.idsOf('listed', '%')).toEqual([]);
  });

  it('a key that is destroyed while it is read is not remembered', async () => {
    await vault.getOrCreate('blob', 'raced');
    const [answered, destroyed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query = pool.query.bind(pool);
    const slowAnswer = async (text: string, values: string[]) => {
      const result = await query(text, values);
      answered.resolve();
      await destroyed.promise;
      return result;
    };
    vi.spyOn(pool, 'query').mockImplementationOnce(slowAnswer as never);
    const read = vault.get('blob', 'raced');
    await answered.promise;
    await vault.destroy('blob', 'raced');
    destroyed.resolve();
    await read;
    expect(await vault.get('blob', 'raced')).toBeUndefined();
  });

  it('a key that another process destroys is noticed within 2 s', async () => {
    let time = 1_000;
    const other = await openPostgresKeyVault({ pool, masterKey, clock: { now: () => time } });
    const key = await vault.getOrCreate('blob', 'elsewhere');
    expect(await other.get('blob', 'elsewhere')).toEqual(key);
    await vault.destroy('blob', 'elsewhere');
    time += 2_000;
    expect(await other.get('blob', 'elsewhere')).toBeUndefined();
  });

  it('a key that is read again soon comes from memory', async () => {
    const other = await openPostgresKeyVault({ pool, masterKey, clock: { now: () => 1_000 } });
    const key = await vault.getOrCreate('blob', 'hot');
    await other.get('blob', 'hot');
    await pool.query(`delete from vault.data_key where id = 'hot'`);
    expect(await other.get('blob', 'hot')).toEqual(key);
  });

  it('a data key is never kept in clear', async () => {
    const key = await vault.getOrCreate('blob', 'wrapped');
    const { rows } = await pool.query<{ wrapped: Buffer }>(`select wrapped from vault.data_key where id = 'wrapped'`);
    expect(rows[0]?.wrapped.includes(key)).toBe(false);
  });

  it('a data key that was moved to another id does not open', async () => {
    await vault.getOrCreate('blob', 'from');
    await pool.query(`insert into vault.data_key select kind, 'to', wrapped from vault.data_key where id = 'from'`);
    await expect(vault.get('blob', 'to')).rejects.toThrow(SealBrokenError);
  });
});

describe('a secret', () => {
  const secret = 'https://hooks.example.com/ü whsec_abc';

  it('a secret comes back in clear until it is deleted', async () => {
    await vault.putSecret('webhook', 'w1', secret, 'org_1');
    expect(await vault.getSecret('webhook', 'w1')).toBe(secret);
    await vault.deleteSecret('webhook', 'w1');
    await vault.deleteSecret('webhook', 'w1');
    expect(await vault.getSecret('webhook', 'w1')).toBeUndefined();
  });

  it('a secret that is put again is replaced', async () => {
    await vault.putSecret('webhook', 'w2', 'old', 'org_1');
    await vault.putSecret('webhook', 'w2', 'new', 'org_1');
    expect(await vault.getSecret('webhook', 'w2')).toBe('new');
  });

  it('a secret is never kept in clear', async () => {
    await vault.putSecret('webhook', 'w3', secret, 'org_1');
    const { rows } = await pool.query<{ sealed: Buffer }>(`select sealed from vault.secret where id = 'w3'`);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('example');
  });

  it('a secret that was moved to another organization does not open', async () => {
    await vault.putSecret('webhook', 'w4', secret, 'org_1');
    await pool.query(`update vault.secret set organization_id = 'org_2' where id = 'w4'`);
    await expect(vault.getSecret('webhook', 'w4')).rejects.toThrow(SealBrokenError);
  });
});

describe('opening', () => {
  it('opening the vault with another master key is refused and changes nothing', async () => {
    await vault.putSecret('webhook', 'kept', 'still here', 'org_1');
    await expect(openPostgresKeyVault({ pool, masterKey: randomBytes(32) })).rejects.toThrow(WrongMasterKeyError);
    expect(await (await openPostgresKeyVault({ pool, masterKey })).getSecret('webhook', 'kept')).toBe('still here');
  });

  it('many processes can open the vault at the same time on an empty database', async () => {
    const fresh = await createTestDatabase();
    const freshPool = createPool({ connectionString: fresh.url, max: 10, applicationName: 'test' });
    const vaults = await Promise.all(Array.from({ length: 8 }, () => migrateAndOpen(freshPool, masterKey)));
    expect(vaults).toHaveLength(8);
    await freshPool.end();
    await fresh.drop();
  });

  it('one of two different master keys wins on an empty database', async () => {
    const fresh = await createTestDatabase();
    const freshPool = createPool({ connectionString: fresh.url, max: 10, applicationName: 'test' });
    const outcomes = await Promise.allSettled(
      [randomBytes(32), randomBytes(32)].map((key) => migrateAndOpen(freshPool, key)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await freshPool.end();
    await fresh.drop();
  });
});
