import { describe, expect, it } from 'vitest';
import type { Slots } from './limits.port.js';

/** @param create an engine of which nothing is taken yet */
export const slotsContract = (engine: string, create: () => Promise<Slots>): void => {
  describe(`${engine} as slots`, () => {
    it('gives as many as the limit, and another one when one is given back', async () => {
      const slots = await create();
      const first = await slots.take('key', 2);
      expect(await slots.take('key', 2)).toBeDefined();
      expect(await slots.take('key', 2)).toBeUndefined();
      first?.();
      expect(await slots.take('key', 2)).toBeDefined();
      expect(await slots.take('key', 2)).toBeUndefined();
    });

    it('never gives more than the limit to many that ask at once', async () => {
      const slots = await create();
      const given = await Promise.all(Array.from({ length: 50 }, () => slots.take('key', 7)));
      expect(given.filter(Boolean)).toHaveLength(7);
    });

    it('takes one back once, however often it is told', async () => {
      const slots = await create();
      const first = await slots.take('key', 2);
      await slots.take('key', 2);
      first?.();
      first?.();
      await slots.take('key', 2);
      expect(await slots.take('key', 2)).toBeUndefined();
    });

    it('has all of them again after any number was given back', async () => {
      const slots = await create();
      for (let round = 0; round < 20; round += 1) {
        const given = await Promise.all(Array.from({ length: 3 }, () => slots.take('key', 3)));
        expect(given.every(Boolean)).toBe(true);
        for (const giveBack of given) giveBack?.();
      }
    });

    it('keeps keys apart', async () => {
      const slots = await create();
      await slots.take('key', 1);
      expect(await slots.take('other', 1)).toBeDefined();
    });

    it('follows a limit that is changed', async () => {
      const slots = await create();
      for (let count = 0; count < 4; count += 1) await slots.take('key', 4);
      expect(await slots.take('key', 2)).toBeUndefined();
      expect(await slots.take('key', 5)).toBeDefined();
    });

    it('has no limit where the limit is 0', async () => {
      const slots = await create();
      const given = await Promise.all(Array.from({ length: 1_000 }, () => slots.take('key', 0)));
      expect(given.every(Boolean)).toBe(true);
    });
  });
};
