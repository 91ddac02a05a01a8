import { describe, expect, it } from 'vitest';
import { HeadParts, type PartStorage } from './head-parts.js';
import type { KeptHead } from './signed-heads.port.js';

export const headOf = (organizationId: string, size: number, log = 1): KeptHead => ({
  organizationId,
  origin: `mt.example.com/${organizationId}${log === 1 ? '' : `/${log}`}`,
  size,
  root: Buffer.alloc(32, size),
  checkpoint: `checkpoint of ${size}`,
});

/** Specs that every place for heads passes. `open` opens the same place anew. */
export const describeHeadParts = (open: () => PartStorage): void => {
  const everything = async (): Promise<KeptHead[]> => (await Array.fromAsync(new HeadParts(open()).all())).flat();
  const one = async (organizationId: string) =>
    (await new HeadParts(open()).find([organizationId])).get(organizationId);

  describe('the copy of signed heads', () => {
    it('heads are found by whoever opens the place next, and of others nothing', async () => {
      await new HeadParts(open()).keep([headOf('org_a', 3), headOf('org_b', 4)]);
      expect(await one('org_a')).toEqual(headOf('org_a', 3));
      expect(await one('org_none')).toBeUndefined();
      expect(await everything()).toHaveLength(2);
    });

    it('a larger head of the same log and one of a later log replace it, others do not', async () => {
      const heads = new HeadParts(open());
      for (const [size, log] of [
        [5, 1],
        [4, 1],
        [2, 2],
        [9, 1],
      ] as const)
        await heads.keep([headOf('org_c', size, log)]);
      expect(await one('org_c')).toEqual(headOf('org_c', 2, 2));
    });

    it('heads of others in the same part stay, and an older one replaces nothing', async () => {
      const names = Array.from({ length: 40 }, (_, at) => `org_many_${at}`);
      for (const name of names.slice(0, 20)) await new HeadParts(open()).keep([headOf(name, 1)]);
      const [first, second] = [new HeadParts(open()), new HeadParts(open())];
      await first.keep(names.map((name) => headOf(name, 2)));
      await second.keep(names.map((name) => headOf(name, 3)));
      await first.keep(names.map((name) => headOf(name, 2)));
      const found = await second.find(names);
      expect([...found.values()].map(({ size }) => size)).toEqual(names.map(() => 3));
    });

    it('a version that was replaced meanwhile is not overwritten', async () => {
      const storage = open();
      const part = 0;
      const before = await storage.read(part);
      const text = `${JSON.stringify({ heads: {} })}\n`;
      expect(await storage.replace(part, text, before)).toBe(true);
      expect(await storage.replace(part, `${text} `, { text: 'another', tag: '"another"' })).toBe(false);
      expect((await storage.read(part))?.text).toBe(text);
    });
  });
};
