import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveBackStartGarbage } from './start-garbage.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a process gives back what its start left in its first quiet moment, and once', () => {
  const utilizations = [1, 0.6, 0.06, 0.01, 0.01];
  const collect = vi.fn();
  giveBackStartGarbage({ utilization: () => utilizations.shift() ?? 0, collect });
  vi.advanceTimersByTime(5_000);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  expect(utilizations).toEqual([0.01]);
});

it('a process under load is not held up', () => {
  const collect = vi.fn();
  giveBackStartGarbage({ utilization: () => 0.5, collect });
  vi.advanceTimersByTime(600_000);
  expect(collect).not.toHaveBeenCalled();
});

it('what nothing holds any more is gone, and no program gets at the collector', async () => {
  const left = new WeakRef({ of: 'the start' });
  vi.useRealTimers();
  await turn(); // of a reference that was made in the same turn the object stays
  vi.useFakeTimers();
  const utilization = vi.spyOn(performance, 'eventLoopUtilization');
  utilization.mockReturnValue({ idle: 100, active: 0, utilization: 0 });
  giveBackStartGarbage();
  vi.advanceTimersByTime(60_000);
  utilization.mockRestore();
  expect(left.deref()).toBeUndefined();
  expect(globalThis.gc).toBeUndefined();
});
