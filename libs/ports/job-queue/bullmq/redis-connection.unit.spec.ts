import { describe, expect, it } from 'vitest';
import { reconnectAfter } from './redis-connection.js';

describe('wait before a reconnection', () => {
  it('the wait before a reconnection doubles up to a limit', () => {
    expect([1, 2, 3, 100].map((times) => reconnectAfter(times, () => 1))).toEqual([50, 100, 200, 2_000]);
  });

  it('the upper half of the wait is random, so that not all processes reconnect at once', () => {
    expect([0, 0.5, 1].map((chance) => reconnectAfter(6, () => chance))).toEqual([800, 1_200, 1_600]);
  });
});
