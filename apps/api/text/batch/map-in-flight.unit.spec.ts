import { describe, expect, it } from 'vitest';
import { mapInFlight } from './map-in-flight.js';

interface Task {
  weight: number;
  end: PromiseWithResolvers<string>;
}

const task = (weight: number): Task => ({ weight, end: Promise.withResolvers<string>() });

const fixture = (capacity: number, ...weights: number[]) => {
  const tasks = weights.map(task);
  const begun: number[] = [];
  const all = mapInFlight(tasks, { weightOf: ({ weight }) => weight, capacity }, (item) => {
    begun.push(tasks.indexOf(item));
    return item.end.promise;
  });
  const end = async (place: number): Promise<void> => {
    tasks[place]?.end.resolve(`result ${place}`);
    await new Promise(setImmediate);
  };
  const fail = (place: number, error: Error): void => tasks[place]?.end.reject(error);
  return { all, begun, end, fail };
};

describe('the mapping of items in flight', () => {
  it('items are mapped at the same time as far as their weight allows, in their order', async () => {
    const { all, begun, end } = fixture(10, 4, 6, 1, 10, 1);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
    await end(2);
    await end(0);
    expect(begun).toEqual([0, 1, 2, 3]);
    await end(3);
    await end(4);
    expect(await all).toEqual(['result 0', 'result 1', 'result 2', 'result 3', 'result 4']);
  });

  it('items that are heavier than the capacity go alone', async () => {
    const { all, begun, end } = fixture(10, 50, 1);
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(await all).toHaveLength(2);
  });

  it('items go one after another when the capacity is zero', async () => {
    const { all, begun, end } = fixture(0, 0, 1, 1);
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    await end(2);
    await all;
  });

  it('an empty list has an empty result', async () => expect(await fixture(10).all).toEqual([]));

  it('items after one that failed are not begun', async () => {
    const { all, begun, end, fail } = fixture(2, 1, 1, 1);
    fail(1, new Error('broken'));
    await expect(all).rejects.toThrow('broken');
    await end(0);
    expect(begun).toEqual([0, 1]);
  });
});
