import { afterEach, expect, it, vi } from 'vitest';
import { SlowReads } from './slow-reads.js';

afterEach(() => {
  vi.useRealTimers();
});

/** Reads that go on until they are let go. */
const heldReads = (connections: number) => {
  const reads = new SlowReads(connections);
  const going: string[] = [];
  const ends: (() => void)[] = [];
  const read = (organizationId: string) => () => {
    going.push(organizationId);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const answer = (organizationId: string) => reads.answer(organizationId, read(organizationId));
  const step = (organizationId: string) => reads.step(organizationId, read(organizationId));
  const endFirst = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { going, answer, step, endFirst };
};

it('an organization has one slow read at a time, and all together leave a connection of the pool', async () => {
  const { going, answer, step, endFirst } = heldReads(4);
  const all = [answer('a'), step('a'), answer('a'), answer('b'), step('c'), answer('d')];
  await new Promise(setImmediate);
  expect(going).toEqual(['a', 'b', 'c']);
  for (let n = 0; n < all.length; n += 1) await endFirst();
  await Promise.all(all);
  expect(going).toEqual(['a', 'b', 'c', 'a', 'd', 'a']);
});

it('a pool of one connection has one slow read at a time', async () => {
  const { going, answer, endFirst } = heldReads(1);
  const all = [answer('a'), answer('b')];
  await new Promise(setImmediate);
  expect(going).toEqual(['a']);
  for (let n = 0; n < all.length; n += 1) await endFirst();
  await Promise.all(all);
  expect(going).toEqual(['a', 'b']);
});

it('who waits for an answer is told to try again after 15 seconds, and a longer work waits on', async () => {
  vi.useFakeTimers();
  const reads = new SlowReads(2);
  const first = Promise.withResolvers<string>();
  const begun = reads.answer('a', () => first.promise);
  const late = expect(reads.answer('a', async () => 'late')).rejects.toMatchObject({
    name: 'NoSlotError',
    retryable: true,
  });
  const page = reads.step('a', async () => 'page');
  await vi.advanceTimersByTimeAsync(15_000);
  await late;
  first.resolve('done');
  expect(await Promise.all([begun, page])).toEqual(['done', 'page']);
});
