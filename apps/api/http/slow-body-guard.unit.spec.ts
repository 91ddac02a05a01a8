import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SlowBodyGuard } from './slow-body-guard.js';

const interval = 10_000;

let guard: SlowBodyGuard;

beforeEach(() => {
  vi.useFakeTimers();
  guard = new SlowBodyGuard(interval);
});

afterEach(() => {
  guard.stop();
  vi.useRealTimers();
});

/** A request that receives only the bytes that the test lets in. */
const aRequest = () => {
  const destroy = vi.fn();
  const request = { complete: false, socket: { bytesRead: 500, destroy } };
  guard.watch(request);
  return { request, destroy };
};

const pass = (intervals: number) => vi.advanceTimersByTime(intervals * interval);

it('a caller that sends nothing more is dropped', () => {
  const { destroy } = aRequest();
  pass(2);
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('a caller that sends a byte a second is dropped', () => {
  const { request, destroy } = aRequest();
  for (let second = 0; second < 30; second += 1) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('every caller has one whole interval first', () => {
  vi.advanceTimersByTime(interval - 1);
  const { destroy } = aRequest();
  pass(1);
  expect(destroy).not.toHaveBeenCalled();
});

it('a caller on a slow line is not dropped', () => {
  const { request, destroy } = aRequest();
  for (let second = 0; second < 600; second += 1) {
    request.socket.bytesRead += 300;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).not.toHaveBeenCalled();
});

it('a caller that was fast once and then stops is dropped', () => {
  const { request, destroy } = aRequest();
  pass(1);
  request.socket.bytesRead += 10_000_000;
  pass(1);
  expect(destroy).not.toHaveBeenCalled();
  pass(1);
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('a request whose body is complete is never dropped, however long its response takes', () => {
  const { request, destroy } = aRequest();
  request.complete = true;
  pass(100);
  expect(destroy).not.toHaveBeenCalled();
});

it('a request that has come whole and got its response is never dropped', () => {
  const { request, destroy } = aRequest();
  request.complete = true;
  guard.answered(request);
  pass(10);
  expect(destroy).not.toHaveBeenCalled();
});

it('a caller that was refused at once and goes on sending a byte a second is dropped', () => {
  const { request, destroy } = aRequest();
  guard.answered(request);
  for (let second = 0; second < 30; second += 1) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('a body that is held in memory must come in a bounded time, and any other may take longer', () => {
  const held = aRequest();
  const other = aRequest();
  const fast = aRequest();
  guard.watch(held.request, 16_000_000);
  guard.watch(fast.request, 16_000_000);
  for (let second = 0; second < 30; second += 1) {
    for (const { request } of [held, other]) request.socket.bytesRead += 90_000;
    fast.request.socket.bytesRead += 110_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(held.destroy).toHaveBeenCalledTimes(1);
  expect(other.destroy).not.toHaveBeenCalled();
  expect(fast.destroy).not.toHaveBeenCalled();
});

it('each of many requests is judged by itself', () => {
  const slow = aRequest();
  const fast = aRequest();
  for (let second = 0; second < 40; second += 1) {
    fast.request.socket.bytesRead += 1_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(slow.destroy).toHaveBeenCalledTimes(1);
  expect(fast.destroy).not.toHaveBeenCalled();
});

it('a stopped guard checks nothing', () => {
  const { destroy } = aRequest();
  guard.stop();
  pass(10);
  expect(destroy).not.toHaveBeenCalled();
});
