import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pause } from './pause.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ended = (promise: Promise<void>) => {
  const state = { over: false };
  void promise.then(() => {
    state.over = true;
  });
  return state;
};

it('ends after its time and not before', async () => {
  const state = ended(pause(100, new AbortController().signal));
  await vi.advanceTimersByTimeAsync(99);
  expect(state.over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.over).toBe(true);
});

it('ends at once when the signal aborts, and leaves no timer behind', async () => {
  const stopping = new AbortController();
  const waiting = pause(100, stopping.signal);
  stopping.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not begin when the signal has aborted', async () => {
  await pause(100, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});
