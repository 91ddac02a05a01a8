import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountedEntries, maxCounted } from './counted-entries.js';

/** A log whose entries match by their numbers; it counts the entries that were looked at. */
const logOf = (matches: (number: number) => boolean, last: () => number) => {
  const looks: number[] = [];
  const countAfter = async (after: number, max: number): Promise<number> => {
    let count = 0;
    let number = after + 1;
    for (; number <= last() && count < max; number += 1) if (matches(number)) count += 1;
    looks.push(number - after - 1);
    return count;
  };
  return { countAfter, looks };
};

describe('counted entries', () => {
  it('the count of entries is as many as match, however the log grows between the queries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        async (growth, every) => {
          const counted = new CountedEntries();
          let last = -1;
          const { countAfter } = logOf(
            (number) => number % every === 0,
            () => last,
          );
          for (const entries of growth) {
            last += entries;
            expect(await counted.upTo(['org_1'], last, countAfter)).toBe(Math.floor(last / every) + 1);
          }
        },
      ),
      { seed: 20261121 },
    );
  });

  it('entries are looked at once for a count', async () => {
    const counted = new CountedEntries();
    let last = 999;
    const { countAfter, looks } = logOf(
      () => true,
      () => last,
    );
    await counted.upTo(['org_1'], last, countAfter);
    await counted.upTo(['org_1'], last, countAfter);
    last += 5;
    await counted.upTo(['org_1'], last, countAfter);
    expect(looks).toEqual([1_000, 5]);
  });

  it('counts are kept apart by organization and filter', async () => {
    const counted = new CountedEntries();
    const all = logOf(
      () => true,
      () => 9,
    );
    const none = logOf(
      () => false,
      () => 9,
    );
    expect(await counted.upTo(['org_1', 'detect', undefined], 9, all.countAfter)).toBe(10);
    expect(await counted.upTo(['org_2', 'detect', undefined], 9, none.countAfter)).toBe(0);
    expect(await counted.upTo(['org_1', undefined, 'detect'], 9, none.countAfter)).toBe(0);
  });

  it('entries are counted no further than one above the limit, and then never again', async () => {
    const counted = new CountedEntries();
    let last = maxCounted - 1;
    const { countAfter, looks } = logOf(
      () => true,
      () => last,
    );
    expect(await counted.upTo(['org_1'], last, countAfter)).toBe(maxCounted);
    last += 50;
    expect(await counted.upTo(['org_1'], last, countAfter)).toBe(maxCounted + 1);
    last += 50;
    expect(await counted.upTo(['org_1'], last, countAfter)).toBe(maxCounted + 1);
    expect(looks).toEqual([maxCounted, 1]);
  });

  it('entries are counted anew for a reader that is behind', async () => {
    const counted = new CountedEntries();
    await counted.upTo(['org_1'], 9, async () => 10);
    expect(await counted.upTo(['org_1'], 4, async () => 5)).toBe(5);
  });

  it('a count that fails is not remembered', async () => {
    const counted = new CountedEntries();
    await expect(counted.upTo(['org_1'], 9, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await counted.upTo(['org_1'], 9, async () => 10)).toBe(10);
  });
});
