import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { migrateStoredBytes } from '#libs/ports/stored-bytes/migrate-stored-bytes.js';
import { openPostgresStoredBytes } from '#libs/ports/stored-bytes/postgres-stored-bytes.js';
import { StorageExceededError } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { seededRandom } from '#test/e2e/seeded-random.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { BlobNotFoundError } from './blob-store.errors.js';
import type { BlobStore } from './blob-store.port.js';
import { type CountedBlobStore, countBlobs } from './counted-blob-store.js';
import { createDirectoryBlobStore } from './directory/directory-blob-store.js';

const limit = 1_000_000;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const signal = new AbortController().signal;

let database: TestDatabase;
let pool: Pool;
let directory: string;
/** The store without a count, as a process that dies leaves it. */
let blobs: BlobStore;
let bytes: StoredBytes;
let store: CountedBlobStore;
let organizationId: string;
let number = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 10, applicationName: 'test' });
  await Promise.all([migrateStoredBytes(pool), migrateStoredBytes(pool)]);
  directory = await mkdtemp(join(tmpdir(), 'transledger-counted-'));
  blobs = await createDirectoryBlobStore({ directory, keys: new InMemoryKeyVault() });
  bytes = openPostgresStoredBytes({ pool, limitOf: async (id) => (id.startsWith('unlimited') ? 0 : limit) });
  store = countBlobs(blobs, bytes);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  number += 1;
  organizationId = `org_${number}`;
});

const id = (name: string): string => `${name}-${number}`;
const owner = () => ({ organizationId });
const inDocument = () => ({ organizationId, documentId: id('document') });
const content = (length: number, fill = 'x') => Readable.from([Buffer.alloc(length, fill)]);
const inPieces = (pieces: number, length: number) =>
  Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(length, 'x')));
const put = (name: string, length: number, options: Partial<Parameters<CountedBlobStore['put']>[2]> = {}) =>
  store.put(id(name), content(length), { owner: owner(), ...options });
const used = async () => (await bytes.state(organizationId)).used;
const filesOf = async (name: string): Promise<number> => {
  const files = await readdir(directory, { recursive: true });
  return files.filter((file) => file.endsWith(`/${id(name)}`)).length;
};
const textOf = async (name: string): Promise<string> => text(await store.read(id(name)));

describe('the count of stored bytes', () => {
  it('a file counts with its bytes, once, however often it is put, and no more once it is deleted', async () => {
    expect(await put('a', 1_000)).toMatchObject({ size: 1_000, storedBytes: 1_000 });
    await put('b', 10);
    expect(await bytes.state(organizationId)).toEqual({ used: 1_010, limit });
    await put('a', 400);
    expect(await used()).toBe(410);
    await store.delete(id('a'));
    await store.delete(id('a'));
    expect(await used()).toBe(10);
  });

  it('those of many files are told of which bytes are counted', async () => {
    await put('a', 10);
    await put('gone', 10);
    await store.delete(id('gone'));
    expect(await store.countedAmong([id('a'), id('gone'), id('never')])).toEqual([id('a')]);
  });

  it('what does not fit is refused before it is written, with what was asked and what is left', async () => {
    await put('a', limit - 100);
    const refused = await put('b', 101).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StorageExceededError);
    expect(refused).toMatchObject({ asked: 101, used: limit - 100, limit });
    await expect(store.stat(id('b'))).rejects.toThrow(BlobNotFoundError);
    expect(await used()).toBe(limit - 100);
    await put('c', 100);
    await expect(put('d', 1)).rejects.toThrow(StorageExceededError);
    await store.delete(id('c'));
    await put('d', 1);
  });

  it('content of unknown length is refused where it grows beyond the limit, and nothing is kept of it', async () => {
    await expect(store.put(id('long'), inPieces(200, 10_000), { owner: owner() })).rejects.toThrow(
      StorageExceededError,
    );
    expect(await used()).toBe(0);
    expect(await filesOf('long')).toBe(0);
  });

  it('a declared length that does not fit is refused before the first byte is read', async () => {
    let isRead = false;
    const unread = (async function* () {
      isRead = true;
      yield Buffer.from('x');
    })();
    const putting = store.put(id('declared'), unread, { owner: owner(), expectedBytes: limit + 1 });
    await expect(putting).rejects.toThrow(StorageExceededError);
    expect(isRead).toBe(false);
    expect(await used()).toBe(0);
  });

  it('files that come at the same time never have more than the limit together', async () => {
    const puts = Array.from({ length: 20 }, (_, index) =>
      store.put(id(`many-${index}`), inPieces(10, 10_000), { owner: owner(), expectedBytes: 100_000 }),
    );
    const outcomes = await Promise.allSettled(puts);
    const kept = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBe(10);
    expect(await used()).toBe(limit);
  });

  it('an organization without a limit is counted too, and others are not affected', async () => {
    await put('full', limit);
    const options = { owner: { organizationId: `unlimited-${number}` } };
    await store.put(id('large'), content(2 * limit), options);
    expect(await bytes.state(`unlimited-${number}`)).toEqual({ used: 2 * limit, limit: 0 });
  });

  it('a file that is cut off while bytes are being reserved for it costs nothing', async () => {
    const begun = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const reserve: StoredBytes['reserve'] = async (...wanted) => {
      begun.resolve();
      await goesOn.promise;
      return bytes.reserve(...wanted);
    };
    const slow = countBlobs(blobs, Object.assign(Object.create(bytes) as StoredBytes, { reserve }));
    const cut = new AbortController();
    const putting = slow.put(id('cut'), content(1_000), { owner: owner(), signal: cut.signal });
    await begun.promise;
    cut.abort(new Error('cut off'));
    const ended = putting.catch((error: unknown) => error);
    await Promise.race([ended, setTimeout(200)]);
    goesOn.resolve();
    expect(await ended).toEqual(new Error('cut off'));
    await setTimeout(200);
    expect(await used()).toBe(0);
  });

  it('a file that breaks off costs nothing, and the one that was there before counts as it did', async () => {
    await put('a', 500);
    const breaking = (async function* () {
      yield Buffer.alloc(2_000);
      throw new Error('gone');
    })();
    await expect(store.put(id('a'), breaking, { owner: owner() })).rejects.toThrow('gone');
    expect(await used()).toBe(500);
    expect((await store.stat(id('a'))).size).toBe(500);
  });
});

describe('bytes that are reserved for a later file', () => {
  it('they count at once and once, are taken over by the file, and given back with it', async () => {
    await store.reserve(id('later'), 1_000, owner());
    await store.reserve(id('later'), 1_000, owner());
    expect(await used()).toBe(1_000);
    await put('later', 300);
    expect(await used()).toBe(300);
    await store.delete(id('later'));
    expect(await used()).toBe(0);
  });

  it('they are given back where there never was a file', async () => {
    await store.reserve(id('later'), 1_000, owner());
    await store.delete(id('later'));
    expect(await used()).toBe(0);
    await expect(store.reserve(id('later'), limit + 1, owner())).rejects.toThrow(StorageExceededError);
  });
});

describe('a process that is killed', () => {
  it('what it has reserved counts, is taken over by a later attempt, and is not counted twice', async () => {
    await bytes.reserve(owner(), id('a'), { execution: 'killed', atLeast: 600_000, upTo: 600_000 });
    expect(await used()).toBe(600_000);
    await put('a', 700_000);
    expect(await used()).toBe(700_000);
  });

  it('a sweep gives back what was reserved for a file that never came', async () => {
    await bytes.reserve(owner(), id('a'), { execution: 'killed', atLeast: 600, upTo: 600 });
    await store.settleBegunBefore(new Date(Date.now() - 1_000), signal);
    expect(await used()).toBe(600);
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(0);
  });

  it('a sweep leaves what is reserved for a file that is still to come, until it is not', async () => {
    for (const name of ['awaited', 'never'])
      await bytes.reserve(owner(), id(name), { execution: id(name), atLeast: 600, upTo: 600 });
    const later = new Date();
    await store.settleBegunBefore(later, signal, async (blobId) => blobId === id('awaited'));
    expect(await used()).toBe(600);
    await store.settleBegunBefore(later, signal);
    expect(await used()).toBe(600);
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(0);
  });

  it('a sweep counts a file that came and was not settled', async () => {
    await bytes.reserve(owner(), id('a'), { execution: 'killed', atLeast: 900, upTo: 900 });
    await blobs.put(id('a'), content(700));
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(700);
  });

  it('a sweep goes on behind a file that is damaged, whose reservation still counts', async () => {
    await bytes.reserve(owner(), id('damaged'), { execution: 'killed', atLeast: 900, upTo: 900 });
    await bytes.reserve(owner(), id('never'), { execution: 'killed', atLeast: 50, upTo: 50 });
    await blobs.put(id('damaged'), content(700));
    const [path = ''] = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith(id('damaged')));
    await truncate(join(directory, path), 20);
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(900);
    await store.delete(id('damaged'));
    expect(await used()).toBe(0);
  });

  it('a deletion that was cut off is ended by the next one, or by a sweep', async () => {
    await put('a', 100);
    await put('b', 100);
    await bytes.release(id('a'));
    await bytes.release(id('b'));
    await blobs.delete(id('b'));
    await expect(store.read(id('a'))).rejects.toThrow(BlobNotFoundError);
    expect(await used()).toBe(200);
    await store.delete(id('a'));
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(0);
    expect(await filesOf('a')).toBe(0);
  });
});

describe('equal files of one document', () => {
  const putEqual = (name: string, fill = 'x') => store.put(id(name), content(1_000, fill), { owner: inDocument() });

  it('they are stored once, and read under each name', async () => {
    await putEqual('source');
    expect(await putEqual('translation')).toMatchObject({ id: id('translation'), size: 1_000, storedBytes: 0 });
    expect(await used()).toBe(1_000);
    expect([await filesOf('source'), await filesOf('translation')]).toEqual([1, 0]);
    expect(await textOf('translation')).toBe(await textOf('source'));
    expect(await store.stat(id('translation'))).toMatchObject({ id: id('translation'), size: 1_000 });
  });

  it('files of other documents, and other content, are stored beside them', async () => {
    await putEqual('source');
    await putEqual('other-content', 'y');
    await store.put(id('elsewhere'), content(1_000), { owner: { organizationId, documentId: id('another') } });
    expect(await used()).toBe(3_000);
  });

  it('the content stays as long as one of them needs it, and is not found under a name that was deleted', async () => {
    await putEqual('source');
    await putEqual('translation');
    await store.delete(id('source'));
    await expect(store.read(id('source'))).rejects.toThrow(BlobNotFoundError);
    await expect(store.stat(id('source'))).rejects.toThrow(BlobNotFoundError);
    expect((await textOf('translation')).length).toBe(1_000);
    expect(await used()).toBe(1_000);
    await store.delete(id('translation'));
    expect(await used()).toBe(0);
    expect(await filesOf('source')).toBe(0);
  });

  it.each([[['source', 'one', 'two']], [['two', 'source', 'one']]])(
    'nothing is left after all are deleted: %s',
    async (order) => {
      for (const name of ['source', 'one', 'two']) await putEqual(name);
      await Promise.all(order.map((name) => store.delete(id(name))));
      expect(await used()).toBe(0);
      for (const name of order) expect(await filesOf(name)).toBe(0);
    },
  );

  it('a file that is put again leaves those that shared its content as they were', async () => {
    for (const name of ['translation', 'one', 'two']) await putEqual(name);
    await store.put(id('translation'), content(5, 'z'), { owner: inDocument() });
    expect(await textOf('translation')).toBe('zzzzz');
    for (const name of ['one', 'two']) expect((await textOf(name)).length).toBe(1_000);
    expect(await used()).toBe(1_005);
    await store.delete(id('one'));
    await store.delete(id('two'));
    expect(await used()).toBe(5);
  });

  it('a file that keeps the content of a deleted one is named, with its document, until it is deleted too', async () => {
    await putEqual('source');
    await putEqual('left');
    const named = async (time: Date) =>
      (await bytes.sharersOfReleased(time, 100)).filter(({ blobId }) => blobId === id('left'));
    expect(await named(inAnHour())).toEqual([]);
    await store.delete(id('source'));
    expect(await named(inAnHour())).toEqual([{ blobId: id('left'), documentId: id('document') }]);
    expect(await named(new Date(Date.now() - 60_000))).toEqual([]);
    await store.delete(id('left'));
    expect(await named(inAnHour())).toEqual([]);
  });

  it('what a killed process wrote beside an equal file is removed by a sweep', async () => {
    await putEqual('source');
    const { sha256, size } = await blobs.put(id('translation'), content(1_000));
    await bytes.settle(inDocument(), id('translation'), { sha256, size });
    expect(await used()).toBe(2_000);
    await store.settleBegunBefore(inAnHour(), signal);
    expect(await used()).toBe(1_000);
    expect(await filesOf('translation')).toBe(0);
    expect((await textOf('translation')).length).toBe(1_000);
  });
});

describe('whatever comes at the same time', () => {
  const names = ['a', 'b', 'c', 'd'];
  const broken = async function* () {
    yield Buffer.alloc(1_000, 'x');
    throw new Error('gone');
  };
  const act = async (random: () => number): Promise<void> => {
    const name = names[Math.floor(random() * names.length)] ?? 'a';
    const kind = random();
    if (kind < 0.25) return store.delete(id(name));
    if (kind < 0.35) return store.put(id(name), broken(), { owner: inDocument() }).then(() => undefined);
    if (kind < 0.45) return store.reserve(id(name), 500, inDocument());
    await store.put(id(name), content(random() < 0.5 ? 1_000 : 2_000), { owner: inDocument() });
  };
  const bytesOnDisk = async () => {
    const found = await Promise.all(names.map((name) => blobs.stat(id(name)).catch(() => undefined)));
    return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  };

  it.each([1, 2, 3, 4, 5, 6])(
    'the count is that of the files once all has ended, and nothing is left after deletions: seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      for (let round = 0; round < 12; round += 1) {
        await Promise.allSettled(Array.from({ length: 6 }, () => act(random)));
      }
      await store.settleBegunBefore(inAnHour(), signal);
      expect(await used()).toBe(await bytesOnDisk());
      for (const name of names) {
        const size = await store.stat(id(name)).then(
          (info) => info.size,
          () => undefined,
        );
        if (size !== undefined) expect((await textOf(name)).length).toBe(size);
      }
      await Promise.all(names.map((name) => store.delete(id(name))));
      await store.settleBegunBefore(inAnHour(), signal);
      expect([await used(), await bytesOnDisk()]).toEqual([0, 0]);
    },
  );
});

describe('the same blob in two processes', () => {
  /** A process that has written a blob and has not counted it yet, and one that goes on meanwhile. */
  const meanwhile = async (act: () => Promise<unknown>) => {
    const isWritten = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    let settled = 0;
    const settle: StoredBytes['settle'] = async (...of) => {
      settled += 1;
      if (settled === 1) {
        isWritten.resolve();
        await goesOn.promise;
      }
      return bytes.settle(...of);
    };
    const other = countBlobs(blobs, Object.assign(Object.create(bytes) as StoredBytes, { settle }));
    const putting = other.put(id('same'), content(1_000, 'x'), { owner: inDocument() });
    await isWritten.promise;
    await act();
    goesOn.resolve();
    return putting;
  };

  it('what is there counts, and is what both are told of, where another one has replaced it', async () => {
    const replace = () => store.put(id('same'), content(2_500, 'y'), { owner: inDocument() });
    expect(await meanwhile(replace)).toMatchObject({ size: 2_500, storedBytes: 2_500 });
    expect(await used()).toBe(2_500);
    await store.put(id('equal-to-the-lost-one'), content(1_000, 'x'), { owner: inDocument() });
    expect(await textOf('equal-to-the-lost-one')).toBe('x'.repeat(1_000));
    expect(await used()).toBe(3_500);
  });

  it('nothing counts where another one has deleted it', async () => {
    await meanwhile(() => store.delete(id('same')));
    expect(await used()).toBe(0);
    await expect(store.read(id('same'))).rejects.toThrow(BlobNotFoundError);
  });
});

describe('a count that is made anew', () => {
  it('files that were stored without being counted are found and counted once', async () => {
    await put('known', 10);
    const { size, sha256 } = await blobs.put(id('older'), Readable.from([randomBytes(50)]));
    expect(await bytes.uncounted([id('known'), id('older')])).toEqual([id('older')]);
    for (const _ of [1, 2]) await bytes.adopt(owner(), id('older'), { size, sha256 });
    expect(await used()).toBe(60);
    await store.delete(id('older'));
    expect(await used()).toBe(10);
  });

  it('the sums are those of the files, whatever they were', async () => {
    await put('a', 10);
    await pool.query('update stored_bytes.total set bytes = 999 where organization_id = $1', [organizationId]);
    await bytes.recount();
    expect(await used()).toBe(10);
  });
});
