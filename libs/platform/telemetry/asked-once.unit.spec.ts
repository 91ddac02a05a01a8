import { expect, it, vi } from 'vitest';
import { askedOnce } from './asked-once.js';

it('gauges that are read at the same time share one query, and later ones make another', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length);
  const status = askedOnce(ask);
  expect(await Promise.all([status(), status(), status()])).toEqual([1, 1, 1]);
  expect(await status()).toBe(2);
});

it('a gauge has no value when its query fails, and has one again later', async () => {
  const ask = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(7);
  const status = askedOnce(ask);
  expect(await status()).toBeUndefined();
  expect(await status()).toBe(7);
});

it('a gauge does not wait for long, and takes the late result at its next reading', async () => {
  vi.useFakeTimers();
  try {
    const { promise, resolve } = Promise.withResolvers<number>();
    const ask = vi.fn(() => promise);
    const status = askedOnce(ask, 500);
    const first = status();
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBeUndefined();
    const second = status();
    resolve(3);
    expect(await second).toBe(3);
    expect(ask).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
