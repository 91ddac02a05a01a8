import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WakeWatch } from './wake-watch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a clock that has gone on while timers stood still is a sleep, told once', () => {
  const slept: number[] = [];
  let ahead = 0;
  const watch = new WakeWatch(
    () => Date.now() + ahead,
    (milliseconds) => slept.push(milliseconds),
  );
  vi.advanceTimersByTime(60_000);
  expect(slept).toEqual([]);
  ahead = 3_600_000;
  vi.advanceTimersByTime(60_000);
  expect(slept).toEqual([3_600_000]);
  watch.stop();
  ahead = 7_200_000;
  vi.advanceTimersByTime(60_000);
  expect(slept).toHaveLength(1);
});
