import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedResult } from './shared-result.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('callers share the result while the work runs and for a second after its end', async () => {
  let runs = 0;
  const shared = new SharedResult(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    runs += 1;
    return runs;
  }, 1_000);
  expect(await Promise.all([shared.get(), shared.get(), shared.get()])).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await shared.get()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await shared.get()).toBe(2);
});

it('a failure is that of all who waited, and the next caller tries again', async () => {
  let runs = 0;
  const shared = new SharedResult(async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
    return runs;
  }, 1_000);
  const both = await Promise.allSettled([shared.get(), shared.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared.get()).toBe(2);
});
