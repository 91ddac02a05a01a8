import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlobNotFoundError, BlobTooLargeError } from '../blob-store.errors.js';
import type { BlobStore } from '../blob-store.port.js';
import { inPieces, patternBytes, sha256 } from '../contract/blob-suite.js';
import { ObservedConnection } from './observed-connection.fixture.js';
import { S3Fixture } from './s3.fixture.js';
import { openPlace } from './s3-place.js';
import { StoredObjects } from './stored-objects.js';

const content = patternBytes(12_000_000);
const tenMegabytes = 10_000_000;

let fixture: S3Fixture;
let store: BlobStore;
let filesBefore: number;
beforeAll(async () => {
  fixture = await S3Fixture.start();
});
beforeEach(async () => {
  store = fixture.store();
  filesBefore = (await fixture.files()).length;
});
afterAll(() => fixture.close());

const filesMore = async (): Promise<number> => (await fixture.files()).length - filesBefore;

/** Yields two parts of the content, then runs the test's callback. */
async function* interrupted(then: () => Promise<void> | void): AsyncGenerator<Buffer> {
  yield* inPieces(content.subarray(0, tenMegabytes + 1_000_000), 500_000);
  await then();
  yield content.subarray(tenMegabytes + 1_000_000);
}

describe('a blob of several parts', () => {
  it('a blob of several parts goes up and down, whole and in ranges, and is one object', async () => {
    expect(await store.put('parts', inPieces(content, 70_000))).toEqual({
      id: 'parts',
      size: content.length,
      sha256: sha256(content),
    });
    expect(await filesMore()).toBe(1);
    expect((await buffer(await store.read('parts'))).equals(content)).toBe(true);
    for (const start of [0, 5_242_000, 11_999_990]) {
      const range = { start, end: start + 100_000 };
      expect((await buffer(await store.read('parts', range))).equals(content.subarray(start, range.end))).toBe(true);
    }
  });

  it.each([
    [
      'whose sender goes away',
      () =>
        store.put(
          'broken',
          interrupted(() => Promise.reject(new Error('the sender went away'))),
        ),
      'the sender went away',
    ],
    [
      'that is too large',
      () => store.put('broken', inPieces(content, 70_000), { maxBytes: 11_999_999 }),
      BlobTooLargeError,
    ],
    [
      'that is aborted while it hangs',
      () => {
        const controller = new AbortController();
        const hang = () => {
          controller.abort(new Error('shut down'));
          return new Promise<void>(() => undefined);
        };
        return store.put('broken', interrupted(hang), { signal: controller.signal });
      },
      'shut down',
    ],
  ])('an upload %s leaves neither parts nor a key', async (_what, attempt, error) => {
    await expect(attempt()).rejects.toThrow(error);
    expect(await fixture.unfinishedUploads()).toBe(0);
    expect(await filesMore()).toBe(0);
    expect(await fixture.keys.get('blob', 'broken')).toBeUndefined();
  });

  it('a blob is there although the response to its completion was lost', async () => {
    const connection = await ObservedConnection.to(fixture.proxy.port);
    const observed = fixture.store({ endpoint: connection.endpoint });
    connection.loseAnswerTo(/^POST \S+\?uploadId=/);
    await observed.put('lost-answer', inPieces(content, 70_000));
    expect((await buffer(await store.read('lost-answer'))).equals(content)).toBe(true);
    await connection.close();
  });
});

describe('an upload whose process died', () => {
  it('an upload of a dead process is ended by the next listing, while uploads under way go on', async () => {
    const [release, halfWay] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hang = (): Promise<void> => {
      halfWay.resolve();
      return release.promise;
    };
    const upload = store.put('under-way', interrupted(hang));
    const outcome = Promise.allSettled([upload]);
    await halfWay.promise;
    await fixture.partArrived();
    expect(await fixture.unfinishedUploads()).toBe(1);
    const listing = async (from: BlobStore) => Array.fromAsync(from.list(new Date()));
    await listing(fixture.store());
    expect(await fixture.unfinishedUploads()).toBe(1);
    await listing(fixture.store({ prefix: 'elsewhere/', abandonedAfterMs: -3_600_000 }));
    expect(await fixture.unfinishedUploads()).toBe(1);
    const otherProcess = fixture.store({ abandonedAfterMs: -3_600_000 });
    await listing(otherProcess);
    expect(await fixture.unfinishedUploads()).toBe(0);
    release.resolve();
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { kind: 'unavailable' } }]);
    await expect(store.stat('under-way')).rejects.toThrow(BlobNotFoundError);
  });

  it('an upload is never ended by the process that is making it', async () => {
    const impatient = fixture.store({ abandonedAfterMs: -3_600_000 });
    await impatient.put(
      'own',
      interrupted(async () => {
        await fixture.partArrived();
        await Array.fromAsync(impatient.list(new Date()));
      }),
    );
    expect((await impatient.stat('own')).size).toBe(content.length);
  });
});

describe('reading', () => {
  it('a read transfers no more than its range touches', async () => {
    await store.put('ranged', inPieces(content, 500_000));
    const connection = await ObservedConnection.to(fixture.proxy.port);
    const observed = fixture.store({ endpoint: connection.endpoint });
    await buffer(await observed.read('ranged', { start: 6_000_000, end: 6_000_010 }));
    expect(connection.received).toBeLessThan(2 * 65_536 + 4_000);
    connection.received = 0;
    await observed.stat('ranged');
    expect(connection.received).toBeLessThan(4_000);
    await connection.close();
  });

  it('a read gets the old content to its end when the blob is replaced meanwhile', async () => {
    await store.put('replaced', inPieces(content, 500_000));
    const reading = await store.read('replaced');
    await store.put('replaced', inPieces(Buffer.from('new'), 3));
    expect((await buffer(reading)).equals(content)).toBe(true);
    expect(String(await buffer(await store.read('replaced')))).toBe('new');
  });

  it('bytes beyond the end of the object are those of one that was replaced, with its tag and with another', async () => {
    await fixture.replace('shorter', content.subarray(0, 200));
    const objects = new StoredObjects(openPlace(fixture.options), '');
    const tag = (await objects.footerOf('shorter'))?.tag ?? '';
    for (const asked of [tag, '"another"']) {
      expect(await objects.bytesOf('shorter', asked, 300, 400, new AbortController().signal)).toBeUndefined();
    }
  });
});

it('a listing returns more objects than a page holds', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `page-${index}`);
  for (const name of [...ids, 'not.an.id']) await fixture.replace(`pages/${name}`, Buffer.from('x'));
  const objects = new StoredObjects(openPlace(fixture.options), 'pages/', 3);
  const listed = await Array.fromAsync(objects.idsBefore(new Date(Date.now() + 60_000)));
  expect(listed.sort()).toEqual(ids);
});

it('100 MB are streamed in and out within 64 MB of memory', async () => {
  const piece = patternBytes(64 * 1_024);
  const repeated = async function* (times: number, onPiece: () => void) {
    for (let count = 0; count < times; count += 1) {
      onPiece();
      yield piece;
    }
  };
  await store.put(
    'warm',
    repeated(160, () => undefined),
  );
  await buffer(await store.read('warm'));
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const { size } = await store.put('large', repeated(1_600, watch));
  let read = 0;
  for await (const bytes of await store.read('large')) {
    read += bytes.length;
    watch();
  }
  expect([size, read]).toEqual([104_857_600, 104_857_600]);
  expect((peak - before) / 1_048_576).toBeLessThan(64);
});
