import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStoreHarness, BlobSuite, patternBytes } from './contract/blob-suite.js';
import { contentContract } from './contract/content.contract.js';
import { lifecycleContract } from './contract/lifecycle.contract.js';
import { tamperingContract } from './contract/tampering.contract.js';
import { uploadContract } from './contract/upload.contract.js';

/** Cases that every blob store passes. */
export const blobStoreContract = (engine: string, start: () => Promise<BlobStoreHarness>): void => {
  describe(`blob store on ${engine}`, () => {
    const suite = new BlobSuite();
    beforeAll(() => suite.start(start));
    afterAll(() => suite.close());

    contentContract(suite);
    lifecycleContract(suite);
    uploadContract(suite);
    tamperingContract(suite);

    it('a listing has the blobs that were put before a time', async () => {
      const id = suite.newId();
      await suite.put(id, patternBytes(100));
      const listed = async (olderThan: Date): Promise<string[]> => Readable.from(suite.store.list(olderThan)).toArray();
      expect(await listed(new Date(Date.now() + 60_000))).toContain(id);
      expect(await listed(new Date(Date.now() - 3_600_000))).not.toContain(id);
      await suite.store.delete(id);
      expect(await listed(new Date(Date.now() + 60_000))).not.toContain(id);
    });

    it('a listing goes on behind any id, also one that was deleted meanwhile', async () => {
      const own = [suite.newId(), suite.newId(), suite.newId(), suite.newId(), suite.newId()];
      for (const id of own) await suite.put(id, patternBytes(10));
      const listed = async (after?: string): Promise<string[]> => {
        const all = await Readable.from(suite.store.list(new Date(Date.now() + 60_000), after)).toArray();
        return all.filter((id) => own.includes(id));
      };
      const whole = await listed();
      expect(whole.toSorted()).toEqual(own.toSorted());
      const [first = '', second = '', ...rest] = whole;
      expect(await listed(first)).toEqual([second, ...rest]);
      await suite.store.delete(second);
      expect(await listed(second)).toEqual(rest);
      expect(await listed(rest.at(-1))).toEqual([]);
      for (const id of own) await suite.store.delete(id);
    });

    it('the check of a usable store passes', async () => {
      const before = await suite.stored.count();
      await suite.store.check();
      expect(await suite.stored.count()).toBe(before);
    });
  });
};
