import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlobNotFoundError, BlobStoreUnavailableError } from '../blob-store.errors.js';
import type { BlobStore } from '../blob-store.port.js';
import { inPieces, patternBytes } from '../contract/blob-suite.js';
import { S3Fixture } from './s3.fixture.js';

const content = patternBytes(14_000_000);
const small = patternBytes(1_000);

let fixture: S3Fixture;
let store: BlobStore;
let faults: Error[];
beforeAll(async () => {
  fixture = await S3Fixture.start();
  await fixture.store().put('long', inPieces(content, 500_000));
});
beforeEach(() => {
  faults = [];
  store = fixture.store({ answerWithinMs: 3_000, onFault: (error) => faults.push(error) });
});
afterAll(() => fixture.close());

/** Yields some parts of the content, then runs the callback, then yields the rest. */
async function* interrupted(happening: () => Promise<void> | void): AsyncGenerator<Buffer> {
  yield* inPieces(content.subarray(0, 6_000_000), 500_000);
  await happening();
  yield* inPieces(content.subarray(6_000_000), 500_000);
}

const readWhile = async (id: string, happening: () => Promise<void>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of await store.read(id)) {
    if (pieces.length === 0) await happening();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

describe('a server that is killed', () => {
  it('an upload continues when the server is killed and comes back', async () => {
    const bounce = async () => {
      await fixture.kill();
      await fixture.restart();
    };
    await store.put('bounced', interrupted(bounce));
    expect((await buffer(await store.read('bounced'))).equals(content)).toBe(true);
  });

  it('a download continues where it ended when the server is killed and comes back', async () => {
    const found = await readWhile('long', async () => {
      await fixture.kill();
      await fixture.restart();
    });
    expect(found.equals(content)).toBe(true);
  });
});

describe('a server that does not answer', () => {
  beforeEach(async () => {
    store = fixture.store({ patienceMs: 500, onFault: (error) => faults.push(error) });
    await store.put('before', inPieces(small, 1_000));
  });
  afterEach(() => fixture.restart());

  it('an upload without a server fails with one error, keeps the old blob, and is swept when it is back', async () => {
    const die = async () => {
      await fixture.partArrived();
      await fixture.kill();
    };
    await expect(store.put('before', interrupted(die))).rejects.toThrow(BlobStoreUnavailableError);
    expect(faults.map(({ name }) => name)).toEqual(['BlobStoreUnavailableError']);
    await fixture.restart();
    expect(await fixture.unfinishedUploads()).toBe(1);
    await Array.fromAsync(store.list(new Date(0)));
    expect(await fixture.unfinishedUploads()).toBe(0);
    expect((await buffer(await store.read('before'))).equals(small)).toBe(true);
    await fixture.kill();
  });

  it('a download under way, and each operation, fails with one error without a server', async () => {
    await expect(readWhile('long', () => fixture.kill())).rejects.toThrow(BlobStoreUnavailableError);
    const operations = [
      store.stat('before'),
      store.read('before'),
      store.put('another', inPieces(Buffer.from('small'), 5)),
      Array.fromAsync(store.list(new Date())),
    ];
    for (const outcome of await Promise.allSettled(operations)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    }
  });

  it('the key of a blob that is deleted without a server is not kept', async () => {
    await fixture.kill();
    await expect(store.delete('before')).rejects.toThrow(BlobStoreUnavailableError);
    await fixture.restart();
    await expect(store.stat('before')).rejects.toThrow(BlobNotFoundError);
    await store.delete('before');
    await fixture.kill();
  });
});

describe('a server that hangs', () => {
  afterEach(() => fixture.proxy.server.resume());

  it('an upload to a server that hangs ends when it is aborted', async () => {
    const controller = new AbortController();
    let start = 0;
    const hang = async () => {
      await fixture.partArrived();
      start = performance.now();
      fixture.proxy.server.pause();
      controller.abort(new Error('shut down'));
    };
    const options = { signal: controller.signal };
    await expect(store.put('hanging', interrupted(hang), options)).rejects.toThrow('shut down');
    expect(performance.now() - start).toBeLessThan(15_000);
    fixture.proxy.server.resume();
    await Array.fromAsync(store.list(new Date(0)));
    expect(await fixture.unfinishedUploads()).toBe(0);
  });

  it('a download is slowed down and not broken by a server that hangs for a while', async () => {
    const found = await readWhile('long', async () => {
      fixture.proxy.server.pause();
      void setTimeout(5_000).then(() => fixture.proxy.server.resume());
    });
    expect(found.equals(content)).toBe(true);
  });
});

describe('a reader that is slower than a connection may be idle', () => {
  beforeEach(() => {
    store = fixture.store({ answerWithinMs: 1_000 });
  });

  it('a reader that is slower than the idle timeout of a connection gets everything', async () =>
    expect((await readWhile('long', () => setTimeout(2_500))).equals(content)).toBe(true));

  it('a reader that never begins does no harm', async () => {
    const reading = await store.read('long');
    await setTimeout(2_500);
    reading.destroy();
  });
});
