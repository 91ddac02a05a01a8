import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { createDirectoryBlobStore } from '#libs/ports/blob-store/directory/directory-blob-store.js';
import { S3Fixture } from '#libs/ports/blob-store/s3/s3.fixture.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { median } from './quantile.js';

/**
 * Streams 256 MB in and out of each engine, beside a bare hashed and synced copy of the same bytes in the same
 * run. The S3 server runs on the same machine, and takes most of the time that its figures show.
 */
const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const key = randomBytes(32);
/** Constant keys, since real ones cost one query a blob, which is not measured here. */
const keys: DataKeys = { getOrCreate: async () => key, get: async () => key, destroy: async () => undefined };
const megabytes = 256;
const piece = randomBytes(64 * 1_024);
async function* content(): AsyncGenerator<Buffer> {
  for (let count = 0; count < megabytes * 16; count += 1) yield piece;
}

const bareCopy = async (): Promise<void> => {
  const hash = createHash('sha256');
  const handle = await open(join(folder, 'bare'), 'w');
  for await (const bytes of content()) {
    hash.update(bytes);
    await handle.write(bytes);
  }
  await handle.sync();
  await handle.close();
};

const measure = async (name: string, run: () => Promise<unknown>): Promise<void> => {
  const rates: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    await run();
    rates.push(megabytes / ((performance.now() - start) / 1_000));
  }
  console.log(`${name}: ${Math.round(median(rates))} MB/s`);
};

const drain = async (store: BlobStore, range?: { start: number; end: number }): Promise<void> => {
  for await (const _ of await store.read('bench', range));
};

const measureStore = async (name: string, store: BlobStore, ranges: number): Promise<void> => {
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  await measure(`${name}: put`, () => store.put('bench', content()));
  await measure(`${name}: read`, () => drain(store));
  clearInterval(watching);
  console.log(`${name}: memory at most ${Math.round((peak - idle) / 1_048_576)} MB more than before`);
  const start = performance.now();
  for (let index = 0; index < ranges; index += 1) {
    await drain(store, { start: index * 100_000, end: index * 100_000 + 1_000 });
  }
  console.log(`${name}: range of 1 kB: ${((performance.now() - start) / ranges).toFixed(2)} ms`);
};

await measure('bare hashed copy', bareCopy);
await measureStore('directory', await createDirectoryBlobStore({ directory: folder, keys }), 2_000);
const fixture = await S3Fixture.start();
await measureStore('S3', fixture.store({ keys }), 500);

await fixture.close();
await rm(folder, { recursive: true, force: true });
