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

it('is shared by those who ask before it begins, and not by those who ask while it runs', async () => {
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

it('begins after one that failed all the same', async () => {
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

it('is idle when the last call that was asked for has ended', async () => {
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
