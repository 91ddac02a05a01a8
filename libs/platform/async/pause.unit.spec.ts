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

it('a pause ends after its time and not before', async () => {
  const state = ended(pause(100, new AbortController().signal));
  await vi.advanceTimersByTimeAsync(99);
  expect(state.over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.over).toBe(true);
});

it('a pause ends at once when the signal aborts, and leaves no timer behind', async () => {
  const stopping = new AbortController();
  const waiting = pause(100, stopping.signal);
  stopping.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

it('a pause does not begin when the signal has aborted already', async () => {
  await pause(100, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});

it('a pause without a signal ends after its time', async () => {
  const state = ended(pause(100));
  await vi.advanceTimersByTimeAsync(100);
  expect(state.over).toBe(true);
});

it.each([
  { ref: true, keeps: 'keeps' },
  { ref: false, keeps: 'does not keep' },
])('a pause with ref $ref $keeps the process running', async ({ ref }) => {
  vi.useRealTimers();
  const stopping = new AbortController();
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const waiting = pause(60_000, stopping.signal, { ref });
  const during = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  stopping.abort();
  await waiting;
  expect(during - before).toBe(ref ? 1 : 0);
});
