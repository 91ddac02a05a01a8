import { describe, expect, it } from 'vitest';
import { retryDelayAfter } from './retry-delay.js';

const schedule = { retryDelays: [5000, 300_000], jitter: 0.2 };

describe('retry delay', () => {
  it('follows the schedule and ends with it', () => {
    const delays = [1, 2, 3].map((attempt) => retryDelayAfter(attempt, schedule, () => 0.5));
    expect(delays).toEqual([5000, 300_000, undefined]);
  });

  it('spreads a wait by the jitter to both sides', () => {
    expect(retryDelayAfter(1, schedule, () => 0)).toBe(4000);
    expect(retryDelayAfter(1, schedule, () => 1)).toBe(6000);
  });

  it('is exact without jitter', () => {
    expect(retryDelayAfter(1, { retryDelays: [700] })).toBe(700);
  });

  it('has no second try when the schedule is empty', () => {
    expect(retryDelayAfter(1, { retryDelays: [] })).toBeUndefined();
  });
});
