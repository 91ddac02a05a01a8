import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { migrateKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { collect, labels } from '../../contract/reading.js';
import type { EventStore, ReadStreamOptions } from '../../event-store.port.js';
import { migrateEventStore } from '../migrate-event-store.js';
import { connectPostgresEventStore } from '../postgres-event-store.js';
import { archiveLog } from './archive-log.js';
import { openBlobs } from './archived-log.fixture.js';

/** Events of a chunk. */
const ofChunk = 500;
const chunks = 7;
/** Each of the events of the one stream lies behind so many of the other. */
const others = 49;
const numbers = Array.from({ length: (chunks * ofChunk) / (others + 1) }, (_, n) => n);

let database: TestDatabase;
let directory: string;
let store: EventStore;
let reads: number;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  const connectionString = database.url;
  await migrateEventStore(connectionString, { positions: chunks * ofChunk });
  const pool = createPool({ connectionString, max: 1, applicationName: 'keys' });
  await migrateKeyVault(pool);
  await pool.end();
  directory = await mkdtemp(join(tmpdir(), 'transledger-archives-'));
  const opened = await openBlobs({ connectionString, directory });
  const counted: Pick<BlobStore, 'stat' | 'read'> = {
    stat: (id) => opened.blobs.stat(id),
    read: (id, range) => {
      reads += 1;
      return opened.blobs.read(id, range);
    },
  };
  store = await connectPostgresEventStore({ connectionString, archives: async () => counted });
  for (const n of numbers) {
    const between = Array.from({ length: others }, (_, at) => eventNumbered(1_000_000 + n * others + at));
    await store.append('others', between, n === 0 ? 'no-stream' : n * others - 1);
    await store.append('ours', [eventNumbered(n)], n === 0 ? 'no-stream' : n - 1);
  }
  await store.append('behind', [eventNumbered(2_000_000)], 'no-stream');
  expect(await collect(archiveLog({ connectionString, blobs: opened.blobs }))).toHaveLength(1);
  close = async () => {
    await store.close();
    await opened.close();
  };
}, 120_000);

afterAll(async () => {
  await close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const read = async (options: ReadStreamOptions) => {
  reads = 0;
  return labels(await collect(store.readStream('ours', options)));
};

it('a stream of which each chunk of an archive has a little is read whole, up and down', async () => {
  expect(await read({ direction: 'forwards' })).toEqual(numbers);
  expect(await read({ direction: 'backwards' })).toEqual(numbers.toReversed());
  expect(await read({ direction: 'forwards', from: 33 })).toEqual(numbers.slice(33));
  expect(await read({ direction: 'backwards', from: 33 })).toEqual(numbers.slice(0, 34).reverse());
});

it('who wants a few events has no chunk read beside theirs', async () => {
  expect(await read({ direction: 'forwards', limit: 3 })).toEqual(numbers.slice(0, 3));
  const list = 1;
  expect(reads).toBeLessThanOrEqual(list + 1);
});
