import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every } from './every.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begin = (work: () => Promise<void>) => {
  const stopping = new AbortController();
  const onFault = vi.fn();
  return { stopping, onFault, ended: every(100, { signal: stopping.signal, onFault }, work) };
};

it('repeated work runs after each interval and not at once', async () => {
  const work = vi.fn(async () => undefined);
  const { stopping, ended } = begin(work);
  await vi.advanceTimersByTimeAsync(99);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(201);
  expect(work).toHaveBeenCalledTimes(3);
  stopping.abort();
  await ended;
});

it('repeated work begins no turn while another runs', async () => {
  const work = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 250)));
  const { stopping, ended } = begin(work);
  await vi.advanceTimersByTimeAsync(349);
  expect(work).toHaveBeenCalledTimes(1);
  stopping.abort();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(work).toHaveBeenCalledTimes(1);
});

it('repeated work reports the fault of a turn and goes on', async () => {
  const broken = new Error('away');
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(broken).mockResolvedValue(undefined);
  const { stopping, onFault, ended } = begin(work);
  await vi.advanceTimersByTimeAsync(200);
  expect(onFault.mock.calls).toEqual([[broken]]);
  expect(work).toHaveBeenCalledTimes(2);
  stopping.abort();
  await ended;
});

it('repeated work ends at once when the signal aborts, without another turn', async () => {
  const work = vi.fn(async () => undefined);
  const { stopping, ended } = begin(work);
  stopping.abort();
  await ended;
  expect(work).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
