import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { NextFlight } from './next-flight.js';

const heldWork = () => {
  const calls: PromiseWithResolvers<number>[] = [];
  const work = vi.fn(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  return { calls, work };
};

it('a next flight is shared by callers before it begins, and not by those that come while it runs', async () => {
  const { calls, work } = heldWork();
  const flight = new NextFlight(work);
  const first = [flight.run(), flight.run()];
  await nextTurn();
  const second = [flight.run(), flight.run()];
  await nextTurn();
  expect(work).toHaveBeenCalledTimes(1);
  calls[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await nextTurn();
  calls[1]?.resolve(2);
  expect(await Promise.all(second)).toEqual([2, 2]);
  expect(work).toHaveBeenCalledTimes(2);
});

it('a next flight begins even after one that failed', async () => {
  const { calls, work } = heldWork();
  const flight = new NextFlight(work);
  const first = flight.run();
  await nextTurn();
  const second = flight.run();
  calls[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await nextTurn();
  calls[1]?.resolve(2);
  expect(await second).toBe(2);
});

it('next flights are idle when the last requested call has ended', async () => {
  const { calls, work } = heldWork();
  const flight = new NextFlight(work);
  await flight.idle();
  void flight.run();
  let isIdle = false;
  const idle = flight.idle().then(() => {
    isIdle = true;
  });
  await nextTurn();
  expect(isIdle).toBe(false);
  calls[0]?.resolve(1);
  await idle;
  expect(isIdle).toBe(true);
});
