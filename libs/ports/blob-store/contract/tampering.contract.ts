import { describe, expect, it } from 'vitest';
import { BlobCorruptError } from '../blob-store.errors.js';
import { type BlobSuite, patternBytes } from './blob-suite.js';

/** Changes to stored files are detected. */
export const tamperingContract = (suite: BlobSuite): void => {
  describe('a blob that was changed where it is stored', () => {
    const isRefused = async (id: string, bytes: Uint8Array, why: string): Promise<void> => {
      await suite.stored.write(id, bytes);
      await expect(suite.contentOf(id), why).rejects.toThrow(BlobCorruptError);
    };

    it('a blob with one bit changed anywhere is refused', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(2 * suite.chunkLength + 100));
      const bytes = await suite.stored.read(id);
      const edges = [
        0,
        7,
        8,
        9,
        suite.chunkLength - 1,
        suite.chunkLength,
        suite.chunkLength + 8,
        suite.chunkLength + 24,
        2 * suite.chunkLength,
        2 * suite.chunkLength + 100,
        2 * suite.chunkLength + 140,
      ];
      const places = [...edges, ...Array.from({ length: 160 }, (_, index) => bytes.length - 1 - index)];
      for (const place of places) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 0x10;
        await isRefused(id, changed, `byte ${place}`);
      }
      await suite.stored.write(id, bytes);
      expect(await suite.contentOf(id)).toEqual(patternBytes(2 * suite.chunkLength + 100));
    });

    it('a blob that was cut is refused, also at the end of a chunk', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(2 * suite.chunkLength));
      const bytes = await suite.stored.read(id);
      for (const cut of [1, 16, 101, suite.chunkLength, suite.chunkLength + 16, bytes.length - 8, bytes.length]) {
        await isRefused(id, bytes.subarray(0, bytes.length - cut), `${cut} bytes less`);
      }
    });

    it('a blob that was lengthened is refused', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(suite.chunkLength));
      const bytes = await suite.stored.read(id);
      await isRefused(id, Buffer.concat([bytes, Buffer.alloc(1)]), 'one byte more');
      await isRefused(id, Buffer.concat([bytes, bytes]), 'twice');
    });

    it('a blob with the bytes of another blob is refused', async () => {
      const [one, two] = [suite.newId(), suite.newId()];
      await suite.put(one, patternBytes(100));
      await suite.put(two, patternBytes(100));
      await isRefused(one, await suite.stored.read(two), 'another blob');
    });

    it('a changed blob is never read beyond its right bytes', async () => {
      const id = suite.newId();
      const content = patternBytes(20 * suite.chunkLength);
      await suite.put(id, content);
      const bytes = await suite.stored.read(id);
      bytes[15 * suite.chunkLength] = (bytes[15 * suite.chunkLength] ?? 0) ^ 1;
      await suite.stored.write(id, bytes);
      const seen: Buffer[] = [];
      const reading = (async () => {
        for await (const part of await suite.store.read(id)) seen.push(part);
      })();
      await expect(reading).rejects.toThrow(BlobCorruptError);
      const right = Buffer.concat(seen);
      expect(right.equals(content.subarray(0, right.length))).toBe(true);
      expect(await suite.contentOf(id, { start: 0, end: 10 * suite.chunkLength })).toEqual(
        content.subarray(0, 10 * suite.chunkLength),
      );
    });
  });
};
