import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchMemory } from './memory-limit.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a process that takes more than its models may, and 200 MiB, ends and says so', () => {
  const mebibyte = 2 ** 20;
  let bytes = 700 * mebibyte;
  const end = vi.fn();
  const fatal = vi.fn();
  const stop = watchMemory({ models: 512 * mebibyte, logger: { fatal }, resident: () => bytes, end });
  vi.advanceTimersByTime(1_000);
  expect(end).not.toHaveBeenCalled();
  bytes = 713 * mebibyte;
  vi.advanceTimersByTime(500);
  expect(end).toHaveBeenCalledOnce();
  expect(fatal).toHaveBeenCalledWith({ bytes, limit: 712 * mebibyte }, expect.any(String));
  stop();
  vi.advanceTimersByTime(5_000);
  expect(end).toHaveBeenCalledOnce();
});
