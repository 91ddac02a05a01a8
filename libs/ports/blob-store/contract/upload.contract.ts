import { describe, expect, it } from 'vitest';
import { BlobNotFoundError, BlobTooLargeError } from '../blob-store.errors.js';
import { type BlobSuite, inPieces, patternBytes } from './blob-suite.js';

async function* breakingOff(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
  throw new Error('the sender went away');
}

async function* hanging(content: Buffer, onHang: () => void): AsyncGenerator<Buffer> {
  yield content;
  onHang();
  await new Promise(() => undefined);
}

/** Uploads that do not complete. */
export const uploadContract = (suite: BlobSuite): void => {
  describe('an upload', () => {
    const long = patternBytes(300_000);

    it.each([
      ['that breaks off', () => suite.store.put('broken', breakingOff(long)), 'the sender went away'],
      [
        'over the limit',
        () => suite.store.put('broken', inPieces(long, 1_000), { maxBytes: 299_999 }),
        BlobTooLargeError,
      ],
      [
        'that is aborted while it hangs',
        () => {
          const controller = new AbortController();
          const abort = () => controller.abort(new Error('shut down'));
          return suite.store.put('broken', hanging(long, abort), { signal: controller.signal });
        },
        'shut down',
      ],
      [
        'that was aborted before it began',
        () => suite.store.put('broken', inPieces(long, 1_000), { signal: AbortSignal.abort(new Error('too late')) }),
        'too late',
      ],
    ])('an upload %s leaves nothing', async (_what, attempt, error) => {
      const before = await suite.stored.count();
      await expect(attempt()).rejects.toThrow(error);
      await expect(suite.store.stat('broken')).rejects.toThrow(BlobNotFoundError);
      expect(await suite.stored.count()).toBe(before);
    });

    it('an upload that breaks off leaves the blob that was there before', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      await expect(suite.store.put(id, breakingOff(long))).rejects.toThrow('the sender went away');
      expect(await suite.contentOf(id)).toEqual(patternBytes(100));
    });

    it('an upload of exactly the limit is kept', async () => {
      const { size } = await suite.store.put(suite.newId(), inPieces(long, 1_000), { maxBytes: 300_000 });
      expect(size).toBe(300_000);
    });

    it('an upload over the limit is cut off as soon as it passes it', async () => {
      let sent = 0;
      const endless = async function* () {
        for (;;) {
          sent += 1;
          yield patternBytes(1_000);
        }
      };
      await expect(suite.store.put('endless', endless(), { maxBytes: 10_000 })).rejects.toThrow(BlobTooLargeError);
      expect(sent).toBe(11);
    });

    it('an upload is not visible before it is whole', async () => {
      const id = suite.newId();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: halfWay, resolve: reachHalfWay } = Promise.withResolvers<void>();
      const slow = async function* () {
        yield patternBytes(3 * suite.chunkLength);
        reachHalfWay();
        await released;
        yield patternBytes(10);
      };
      const upload = suite.store.put(id, slow());
      await halfWay;
      await expect(suite.store.stat(id)).rejects.toThrow(BlobNotFoundError);
      release();
      await upload;
      expect((await suite.store.stat(id)).size).toBe(3 * suite.chunkLength + 10);
    });
  });
};
