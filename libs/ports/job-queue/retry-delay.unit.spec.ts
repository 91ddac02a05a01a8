import { describe, expect, it } from 'vitest';
import { retryDelayAfter } from './retry-delay.js';

const schedule = { retryDelays: [5000, 300_000], jitter: 0.2 };

describe('retry delay', () => {
  it('retry delays follow the schedule and end with it', () => {
    const delays = [1, 2, 3].map((attempt) => retryDelayAfter(attempt, schedule, () => 0.5));
    expect(delays).toEqual([5000, 300_000, undefined]);
  });

  it('a retry delay is spread by the jitter in both directions', () => {
    expect(retryDelayAfter(1, schedule, () => 0)).toBe(4000);
    expect(retryDelayAfter(1, schedule, () => 1)).toBe(6000);
  });

  it('a retry delay without jitter is exact', () => {
    expect(retryDelayAfter(1, { retryDelays: [700] })).toBe(700);
  });

  it('an empty schedule has no second try', () => {
    expect(retryDelayAfter(1, { retryDelays: [] })).toBeUndefined();
  });
});
