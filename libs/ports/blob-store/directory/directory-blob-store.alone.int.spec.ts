import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { DataKeys, KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { migrateKeyVault, openPostgresKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { chunkLength } from '../blob-encoding.js';
import { blobStoreContract } from '../blob-store.contract.js';
import { BlobNotFoundError, BlobStoreFullError } from '../blob-store.errors.js';
import type { BlobStore } from '../blob-store.port.js';
import { patternBytes } from '../contract/blob-suite.js';
import { createDirectoryBlobStore } from './directory-blob-store.js';

const run = promisify(execFile);

interface Fixture {
  directory: string;
  pool: Pool;
  keys: KeyVault;
  store: BlobStore;
  /** Paths below the directory, folders left out. */
  files(): Promise<string[]>;
  keyCount(): Promise<number>;
  close(): Promise<void>;
}

const start = async (): Promise<Fixture> => {
  const directory = await mkdtemp(join(tmpdir(), 'transledger-blobs-'));
  const database: TestDatabase = await createTestDatabase();
  const pool = createPool({ connectionString: database.url, max: 10, applicationName: 'test' });
  await migrateKeyVault(pool);
  const keys = await openPostgresKeyVault({ pool, masterKey: randomBytes(32) });
  return {
    directory,
    pool,
    keys,
    store: await createDirectoryBlobStore({ directory, keys }),
    files: async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    keyCount: async () => Number((await pool.query('select count(*) from vault.data_key')).rows[0].count),
    close: async () => {
      await pool.end();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

async function* repeated(piece: Buffer, times: number): AsyncGenerator<Buffer> {
  for (let count = 0; count < times; count += 1) yield piece;
}

const once = (content: Buffer): AsyncGenerator<Buffer> => repeated(content, 1);

blobStoreContract('a directory', async () => {
  const fixture = await start();
  const places = new Map<string, string>();
  const placeOf = async (id: string): Promise<string> => {
    const place = (await fixture.files()).find((file) => file.endsWith(`/${id}`)) ?? places.get(id) ?? '';
    places.set(id, place);
    return place;
  };
  return {
    store: fixture.store,
    chunkLength,
    stored: {
      read: async (id) => readFile(await placeOf(id)),
      write: async (id, bytes) => writeFile(await placeOf(id), bytes),
      count: async () => (await fixture.files()).length,
    },
    close: fixture.close,
  };
});

describe('a directory of blobs', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await start();
  });
  afterAll(() => fixture.close());

  it('chunks in another order are refused', async () => {
    await fixture.store.put('swapped', once(patternBytes(4 * chunkLength)));
    const [file = ''] = (await fixture.files()).filter((path) => path.endsWith('/swapped'));
    const bytes = await readFile(file);
    const chunk = (index: number) =>
      bytes.subarray(8 + index * (chunkLength + 16), 8 + (index + 1) * (chunkLength + 16));
    await writeFile(
      file,
      Buffer.concat([bytes.subarray(0, 8), chunk(1), chunk(0), bytes.subarray(8 + 2 * (chunkLength + 16))]),
    );
    const stream = await fixture.store.read('swapped');
    await expect(stream.toArray()).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('each blob has one key, and an upload that broke off has none', async () => {
    const before = await fixture.keyCount();
    await fixture.store.put('keyed', once(patternBytes(100)));
    await fixture.store.put('keyed', once(patternBytes(200)));
    expect(await fixture.keyCount()).toBe(before + 1);
    await expect(fixture.store.put('cut', repeated(patternBytes(10), 2), { maxBytes: 15 })).rejects.toThrow();
    expect(await fixture.keyCount()).toBe(before + 1);
    await fixture.store.delete('keyed');
    expect(await fixture.keyCount()).toBe(before);
  });

  it('a blob whose key is gone but whose file is left is not found, and the file is removed', async () => {
    await fixture.store.put('half-deleted', once(patternBytes(100)));
    await fixture.pool.query(`delete from vault.data_key where id = 'half-deleted'`);
    await expect(fixture.store.stat('half-deleted')).rejects.toThrow(BlobNotFoundError);
    expect(await Readable.from(fixture.store.list(new Date(Date.now() + 60_000))).toArray()).toContain('half-deleted');
    await fixture.store.delete('half-deleted');
    expect((await fixture.files()).filter((file) => file.endsWith('half-deleted'))).toEqual([]);
  });

  it('neither key nor file becomes visible when the folder cannot take the file', async () => {
    const before = { keys: await fixture.keyCount(), files: await fixture.files() };
    await rm(join(fixture.directory, 'incoming'), { recursive: true });
    await expect(fixture.store.check()).rejects.toThrow();
    await expect(fixture.store.put('nowhere', once(patternBytes(100)))).rejects.toThrow();
    await createDirectoryBlobStore({ directory: fixture.directory, keys: fixture.keys });
    expect({ keys: await fixture.keyCount(), files: await fixture.files() }).toEqual(before);
    await fixture.store.check();
  });

  it('a key is destroyed when its file could not be put in its place', async () => {
    const before = await fixture.keyCount();
    const id = 'misplaced';
    await writeFile(join(fixture.directory, createHash('sha256').update(id).digest('hex').slice(0, 2)), 'in the way');
    await expect(fixture.store.put(id, once(patternBytes(100)))).rejects.toThrow();
    expect(await fixture.keyCount()).toBe(before);
    expect(await readdir(join(fixture.directory, 'incoming'))).toEqual([]);
  });

  it('a deletion waits for an upload of the same blob that is about to be finished', async () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowKeys: DataKeys = {
      get: (kind, id) => fixture.keys.get(kind, id),
      destroy: (kind, id) => fixture.keys.destroy(kind, id),
      getOrCreate: async (kind, id) => {
        const key = await fixture.keys.getOrCreate(kind, id);
        reached.resolve();
        await released.promise;
        return key;
      },
    };
    const store = await createDirectoryBlobStore({ directory: fixture.directory, keys: slowKeys });
    const before = { keys: await fixture.keyCount(), files: await fixture.files() };
    const upload = store.put('contended', once(patternBytes(100)));
    await reached.promise;
    const deletion = store.delete('contended');
    await Promise.race([deletion, setTimeout(300)]);
    released.resolve();
    await Promise.all([upload, deletion]);
    expect({ keys: await fixture.keyCount(), files: await fixture.files() }).toEqual(before);
  });

  it('100 MB are streamed in and out within 64 MB of memory', async () => {
    const piece = patternBytes(64 * 1_024);
    await fixture.store.put('warm', repeated(piece, 100));
    await buffer(await fixture.store.read('warm'));
    const before = process.memoryUsage().rss;
    let peak = before;
    const watched = async function* () {
      for await (const bytes of repeated(piece, 1_600)) {
        peak = Math.max(peak, process.memoryUsage.rss());
        yield bytes;
      }
    };
    const { size } = await fixture.store.put('large', watched());
    let read = 0;
    for await (const bytes of await fixture.store.read('large')) {
      read += bytes.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    expect([size, read]).toEqual([104_857_600, 104_857_600]);
    expect((peak - before) / 1_048_576).toBeLessThan(64);
  });
});

/** Mounts a file system of 3 MiB; returns undefined where this process may not mount one. */
const mountSmallDisk = async (): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
};
describe('a reserve of the disk', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await start();
  });
  afterAll(() => fixture.close());

  it('no blob is taken where less than the reserve is free, and those that are there are read and deleted', async () => {
    const { directory, keys, store } = fixture;
    await store.put('earlier', once(patternBytes(100)));
    const { bavail, bsize } = await statfs(directory);
    const withReserve = (reserve: number) => createDirectoryBlobStore({ directory, keys, reserve });
    const full = await withReserve(2 * bavail * bsize);
    await expect(full.put('later', once(patternBytes(100)))).rejects.toThrow(BlobStoreFullError);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect((await buffer(await full.read('earlier'))).length).toBe(100);
    await full.check();
    await full.delete('earlier');
    await (await withReserve(Math.floor((bavail * bsize) / 2))).put('later', once(patternBytes(100)));
  });
});

const smallDisk = await mountSmallDisk();

describe.skipIf(smallDisk === undefined)('a full disk (skipped without the right to mount a small one)', () => {
  const directory = smallDisk ?? '';
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await start();
  });
  afterAll(async () => {
    await fixture.close();
    await run('umount', [directory]);
    await rm(directory, { recursive: true, force: true });
  });

  it('an upload to a full disk fails cleanly, leaves nothing, and succeeds when there is room', async () => {
    const store = await createDirectoryBlobStore({ directory, keys: fixture.keys });
    await expect(store.put('big', repeated(patternBytes(1_024 * 1_024), 10))).rejects.toThrow(BlobStoreFullError);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect(await fixture.keyCount()).toBe(0);
    await store.put('small', once(patternBytes(1_024 * 1_024)));
    expect((await store.stat('small')).size).toBe(1_024 * 1_024);
  });
});
