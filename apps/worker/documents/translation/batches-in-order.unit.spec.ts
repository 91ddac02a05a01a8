import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { BatchesInOrder } from './batches-in-order.js';

const segment = (text: string): Segment => [{ kind: 'text', text }];
const inOrder = () => new BatchesInOrder(async (number) => [segment(`${number}a`), segment(`${number}b`)]);

it('batches that are finished in any order are read in theirs, as soon as they are finished', async () => {
  const batches = inOrder();
  const segments = batches.segments();
  batches.add(1);
  const first = segments.next();
  expect(await Promise.race([first, Promise.resolve('it waits')])).toBe('it waits');
  batches.add(0);
  expect((await first).value).toEqual(segment('0a'));
  batches.end(2);
  const rest = await Array.fromAsync(segments);
  expect(rest).toEqual([segment('0b'), segment('1a'), segment('1b')]);
});

it('whoever waits learns of a failure', async () => {
  const batches = inOrder();
  batches.add(0);
  const all = batches.all();
  batches.fail(new Error('the engine failed'));
  await expect(all).rejects.toThrow('the engine failed');
  await expect(Array.fromAsync(batches.segments())).rejects.toThrow('the engine failed');
});

it('a document without batches has no segments', async () => {
  const batches = inOrder();
  batches.end(0);
  await batches.all();
  expect(await batches.has(0)).toBe(false);
  expect(await Array.fromAsync(batches.segments())).toEqual([]);
});
