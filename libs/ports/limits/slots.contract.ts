import { describe, expect, it } from 'vitest';
import type { Slots } from './limits.port.js';

/**
 * @param create makes an engine without taken slots
 */
export const slotsContract = (engine: string, create: () => Promise<Slots>): void => {
  describe(`${engine} as slots`, () => {
    it('as many slots as the limit are given, and another one when one is given back', async () => {
      const slots = await create();
      const first = await slots.take('key', 2);
      expect(await slots.take('key', 2)).toBeDefined();
      expect(await slots.take('key', 2)).toBeUndefined();
      first?.();
      expect(await slots.take('key', 2)).toBeDefined();
      expect(await slots.take('key', 2)).toBeUndefined();
    });

    it('many concurrent callers never get more slots than the limit', async () => {
      const slots = await create();
      const given = await Promise.all(Array.from({ length: 50 }, () => slots.take('key', 7)));
      expect(given.filter(Boolean)).toHaveLength(7);
    });

    it('a slot is taken back once, however often it is given back', async () => {
      const slots = await create();
      const first = await slots.take('key', 2);
      await slots.take('key', 2);
      first?.();
      first?.();
      await slots.take('key', 2);
      expect(await slots.take('key', 2)).toBeUndefined();
    });

    it('all slots are free again after any number was given back', async () => {
      const slots = await create();
      for (let round = 0; round < 20; round += 1) {
        const given = await Promise.all(Array.from({ length: 3 }, () => slots.take('key', 3)));
        expect(given.every(Boolean)).toBe(true);
        for (const giveBack of given) giveBack?.();
      }
    });

    it('slots of different keys are kept apart', async () => {
      const slots = await create();
      await slots.take('key', 1);
      expect(await slots.take('other', 1)).toBeDefined();
    });

    it('slots follow a limit that is changed', async () => {
      const slots = await create();
      for (let count = 0; count < 4; count += 1) await slots.take('key', 4);
      expect(await slots.take('key', 2)).toBeUndefined();
      expect(await slots.take('key', 5)).toBeDefined();
    });

    it('slots of limit 0 are unlimited', async () => {
      const slots = await create();
      const given = await Promise.all(Array.from({ length: 1_000 }, () => slots.take('key', 0)));
      expect(given.every(Boolean)).toBe(true);
    });
  });
};
