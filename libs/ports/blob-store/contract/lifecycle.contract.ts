import { describe, expect, it } from 'vitest';
import { BlobCorruptError, BlobNotFoundError } from '../blob-store.errors.js';
import { type BlobSuite, patternBytes, sha256 } from './blob-suite.js';

/** Blobs that are replaced and deleted, also during other calls. */
export const lifecycleContract = (suite: BlobSuite): void => {
  describe('a blob put again', () => {
    it('a blob that is put again is replaced', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(3 * suite.chunkLength));
      await suite.put(id, Buffer.from('short'));
      expect(String(await suite.contentOf(id))).toBe('short');
      expect((await suite.store.stat(id)).size).toBe(5);
    });

    it('a blob that is put again is the old one or the new one to concurrent readers', async () => {
      const id = suite.newId();
      const versions = [patternBytes(2 * suite.chunkLength, 1), patternBytes(3 * suite.chunkLength, 2)];
      const known = new Set(versions.map(sha256));
      await suite.put(id, patternBytes(2 * suite.chunkLength, 1));
      let writing = true;
      const reader = (async () => {
        while (writing) expect(known).toContain(sha256(await suite.contentOf(id)));
      })();
      for (let round = 0; round < 10; round += 1) {
        for (const version of versions) await suite.put(id, version);
      }
      writing = false;
      await reader;
    });

    it('a blob that is put several times at once is one of them, whole', async () => {
      const id = suite.newId();
      const versions = Array.from({ length: 8 }, (_, salt) => patternBytes(suite.chunkLength + salt * 1_000, salt));
      const before = await suite.stored.count();
      await Promise.all(versions.map((version) => suite.put(id, version)));
      expect(versions.map(sha256)).toContain(sha256(await suite.contentOf(id)));
      expect(await suite.stored.count()).toBe(before + 1);
    });
  });

  describe('a deleted blob', () => {
    it('a deleted blob is not found, and nothing of it is left', async () => {
      const before = await suite.stored.count();
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      await suite.store.delete(id);
      await expect(suite.store.stat(id)).rejects.toThrow(BlobNotFoundError);
      await expect(suite.store.read(id)).rejects.toThrow(BlobNotFoundError);
      expect(await suite.stored.count()).toBe(before);
    });

    it('a blob may be deleted again, or without ever having existed', async () => {
      await suite.store.delete(suite.newId());
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      await Promise.all([suite.store.delete(id), suite.store.delete(id)]);
      await suite.store.delete(id);
    });

    it('a deleted blob cannot be brought back by putting its bytes back', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      const bytes = await suite.stored.read(id);
      await suite.store.delete(id);
      await suite.stored.write(id, bytes);
      await expect(suite.store.read(id)).rejects.toThrow(BlobNotFoundError);
      await suite.put(id, patternBytes(50));
      await suite.stored.write(id, bytes);
      await expect(suite.store.read(id)).rejects.toThrow(BlobCorruptError);
    });

    it('a deleted blob may be put again', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      await suite.store.delete(id);
      await suite.put(id, patternBytes(200));
      expect(await suite.contentOf(id)).toEqual(patternBytes(200));
    });

    it('a reader of a deleted blob gets right bytes or an error', async () => {
      const id = suite.newId();
      const content = patternBytes(40 * suite.chunkLength);
      await suite.put(id, content);
      const stream = await suite.store.read(id);
      let seen = 0;
      try {
        for await (const bytes of stream) {
          if (seen === 0) await suite.store.delete(id);
          expect(content.subarray(seen, seen + bytes.length).equals(bytes)).toBe(true);
          seen += bytes.length;
        }
        expect(seen).toBe(content.length);
      } catch (error) {
        expect([BlobNotFoundError, BlobCorruptError]).toContain((error as Error).constructor);
      }
    });

    it('a blob that is deleted and put at the same time is there whole or not at all', async () => {
      for (let round = 0; round < 10; round += 1) {
        const id = suite.newId();
        const before = await suite.stored.count();
        await Promise.all([suite.put(id, patternBytes(100)), suite.store.delete(id)]);
        const found = await suite.contentOf(id).catch((error) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(BlobNotFoundError);
        else expect(found).toEqual(patternBytes(100));
        expect(await suite.stored.count()).toBe(found instanceof Error ? before : before + 1);
      }
    });
  });
};
