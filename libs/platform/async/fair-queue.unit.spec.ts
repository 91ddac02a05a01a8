import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

const queueOf = (...items: string[]): FairQueue<string> => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(item[0] ?? '', item);
  return queue;
};

const drained = (queue: FairQueue<string>): string[] => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

it('the keys take turns, and the items of a key keep their order', () =>
  expect(drained(queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'))).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
    'a4',
  ]));

it('a key that comes later waits for one item of each other key at most, however many they have', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), (keys) => {
      const queue = queueOf(...keys.map((key, number) => `${key}${number}`));
      queue.take();
      queue.add('late', 'late');
      expect(drained(queue).indexOf('late')).toBeLessThanOrEqual(new Set(keys).size);
    }),
  ));

it('what is peeked at is taken next', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  const seen: unknown[] = [];
  while (!queue.isEmpty) seen.push([queue.peek(), queue.take()]);
  expect(seen).toEqual([
    ['a1', 'a1'],
    ['b1', 'b1'],
    ['a2', 'a2'],
  ]);
});

it('a key that may not go lets the others pass and keeps its turn', () => {
  const queue = queueOf('a1', 'b1', 'b2', 'c1');
  expect(queue.take((key) => key !== 'a')).toBe('b1');
  expect(drained(queue)).toEqual(['a1', 'c1', 'b2']);
});

it('an item that is removed is not given out', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('b', 'b1');
  queue.remove('a', 'a1');
  queue.remove('x', 'x1');
  expect([queue.waiting('a'), queue.waiting('b'), drained(queue)]).toEqual([1, 0, ['a2']]);
});

it('all items are taken out at once', () => {
  const queue = queueOf('a1', 'b1');
  expect(queue.clear()).toEqual(['a1', 'b1']);
  expect([queue.isEmpty, queue.take()]).toEqual([true, undefined]);
});
