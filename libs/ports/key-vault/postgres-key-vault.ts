import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { migrateStatistics } from '#libs/platform/postgres/column-statistics.js';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { keyTables } from './key-statistics.js';
import { SealBrokenError, WrongMasterKeyError } from './key-vault.errors.js';
import type { KeyVault } from './key-vault.port.js';
import { bindingOf, deriveKey, keyLength, seal, unseal } from './sealed-bytes.js';

export const migrateKeyVault = (pool: Pool): Promise<void> =>
  migrateSchema(pool, 'vault', [
    `create table if not exists vault.master_key_check (
      only_row boolean primary key default true check (only_row),
      sealed bytea not null
    )`,
    `create table if not exists vault.data_key (
      kind text not null,
      id text not null,
      wrapped bytea not null,
      created_at timestamptz not null default now(),
      primary key (kind, id)
    )`,
    migrateStatistics('vault.data_key', keyTables['vault.data_key']),
    `create table if not exists vault.secret (
      kind text not null,
      id text not null,
      organization_id text not null,
      sealed bytea not null,
      written_at timestamptz not null default now(),
      primary key (kind, id)
    )`,
  ]);

export interface KeyVaultOptions {
  pool: Pool;
  /** Master key, 32 bytes. */
  masterKey: Uint8Array;
  /** Max keys in memory. */
  cachedKeys?: number;
  /** The clock of the cache, in milliseconds. */
  clock?: { now(): number };
}

/** Half of the 2 s after which every process must know that a key is gone. */
const cacheMilliseconds = 1_000;
const checkBinding = bindingOf('master-key-check');

/** Whether the database has been written with a master key. */
export const hasMasterKey = async (pool: Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from vault.master_key_check');
  return rowCount !== 0;
};

const checkMasterKey = async (pool: Pool, wrappingKey: Buffer): Promise<void> => {
  const check = seal(wrappingKey, 'transledger', checkBinding);
  await pool.query('insert into vault.master_key_check (sealed) values ($1) on conflict do nothing', [check]);
  const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from vault.master_key_check');
  for (const { sealed } of rows) {
    try {
      unseal(wrappingKey, sealed, checkBinding);
    } catch (error) {
      throw error instanceof SealBrokenError ? new WrongMasterKeyError() : error;
    }
  }
};

class PostgresKeyVault implements KeyVault {
  private readonly cache: LRUCache<string, Buffer>;
  private readonly clock: { now(): number };
  /** Number of destructions: a key that was read before one must not be remembered after it. */
  private destructions = 0;

  constructor(
    private readonly pool: Pool,
    private readonly wrappingKey: Buffer,
    cachedKeys: number,
    clock: { now(): number },
  ) {
    this.clock = clock;
    this.cache = new LRUCache({ max: cachedKeys, ttl: cacheMilliseconds, ttlResolution: 0, perf: clock });
  }

  async getOrCreate(kind: string, id: string): Promise<Buffer> {
    for (;;) {
      const wrapped = seal(this.wrappingKey, randomBytes(keyLength), bindingOf('data-key', kind, id));
      const { rows } = await this.pool.query<{ wrapped: Buffer }>(
        `with made as (
           insert into vault.data_key (kind, id, wrapped) values ($1, $2, $3) on conflict do nothing returning wrapped
         )
         select wrapped from made union all select wrapped from vault.data_key where kind = $1 and id = $2`,
        [kind, id, wrapped],
      );
      const row = rows[0];
      // No row: one of another process became visible after this statement began, or was destroyed during it.
      if (row !== undefined) return this.unwrap(kind, id, row.wrapped);
    }
  }

  async get(kind: string, id: string): Promise<Buffer | undefined> {
    return this.cache.get(cacheKey(kind, id)) ?? (await this.read(kind, id));
  }

  async destroy(kind: string, id: string): Promise<void> {
    await this.pool.query('delete from vault.data_key where kind = $1 and id = $2', [kind, id]);
    this.destructions += 1;
    this.cache.delete(cacheKey(kind, id));
  }

  async idsOf(kind: string, prefix: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select id from vault.data_key where kind = $1 and starts_with(id, $2)',
      [kind, prefix],
    );
    return rows.map(({ id }) => id);
  }

  async putSecret(kind: string, id: string, plaintext: string, organizationId: string): Promise<void> {
    const sealed = seal(this.wrappingKey, plaintext, bindingOf('secret', kind, id, organizationId));
    await this.pool.query(
      `insert into vault.secret (kind, id, organization_id, sealed) values ($1, $2, $3, $4)
       on conflict (kind, id) do update
       set organization_id = excluded.organization_id, sealed = excluded.sealed, written_at = now()`,
      [kind, id, organizationId, sealed],
    );
  }

  async getSecret(kind: string, id: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ organization_id: string; sealed: Buffer }>(
      'select organization_id, sealed from vault.secret where kind = $1 and id = $2',
      [kind, id],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    return unseal(this.wrappingKey, row.sealed, bindingOf('secret', kind, id, row.organization_id)).toString('utf8');
  }

  async deleteSecret(kind: string, id: string): Promise<void> {
    await this.pool.query('delete from vault.secret where kind = $1 and id = $2', [kind, id]);
  }

  private async read(kind: string, id: string): Promise<Buffer | undefined> {
    const start = this.clock.now();
    const destructions = this.destructions;
    const { rows } = await this.pool.query<{ wrapped: Buffer }>(
      'select wrapped from vault.data_key where kind = $1 and id = $2',
      [kind, id],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const key = this.unwrap(kind, id, row.wrapped);
    // The entry's time runs from before the query, however long that took.
    if (destructions === this.destructions) this.cache.set(cacheKey(kind, id), key, { start });
    return key;
  }

  private unwrap(kind: string, id: string, wrapped: Buffer): Buffer {
    return unseal(this.wrappingKey, wrapped, bindingOf('data-key', kind, id));
  }
}

const cacheKey = (kind: string, id: string): string => `${kind}/${id}`;

/**
 * Opens the vault on the tables that `migrateKeyVault` has made.
 * @throws WrongMasterKeyError
 */
export const openPostgresKeyVault = async (options: KeyVaultOptions): Promise<KeyVault> => {
  const { pool, masterKey, cachedKeys = 1_000, clock = performance } = options;
  const wrappingKey = deriveKey(masterKey, 'key vault');
  await checkMasterKey(pool, wrappingKey);
  return new PostgresKeyVault(pool, wrappingKey, cachedKeys, clock);
};
