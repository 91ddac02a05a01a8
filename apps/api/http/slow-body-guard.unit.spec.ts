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

it('drops a caller that sends nothing more', () => {
  const { destroy } = aRequest();
  pass(2);
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('drops a caller that sends a byte a second', () => {
  const { request, destroy } = aRequest();
  for (let second = 0; second < 30; second += 1) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('gives every caller one whole interval first', () => {
  vi.advanceTimersByTime(interval - 1);
  const { destroy } = aRequest();
  pass(1);
  expect(destroy).not.toHaveBeenCalled();
});

it('keeps a caller on a poor line', () => {
  const { request, destroy } = aRequest();
  for (let second = 0; second < 600; second += 1) {
    request.socket.bytesRead += 300;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).not.toHaveBeenCalled();
});

it('drops a caller that was fast once and then stops', () => {
  const { request, destroy } = aRequest();
  pass(1);
  request.socket.bytesRead += 10_000_000;
  pass(1);
  expect(destroy).not.toHaveBeenCalled();
  pass(1);
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('never drops a request whose body is all there, however long its answer takes', () => {
  const { request, destroy } = aRequest();
  request.complete = true;
  pass(100);
  expect(destroy).not.toHaveBeenCalled();
});

it('never drops a request that has come whole and was answered', () => {
  const { request, destroy } = aRequest();
  request.complete = true;
  guard.answered(request);
  pass(10);
  expect(destroy).not.toHaveBeenCalled();
});

it('drops a caller that was refused at once and goes on sending a byte a second', () => {
  const { request, destroy } = aRequest();
  guard.answered(request);
  for (let second = 0; second < 30; second += 1) {
    request.socket.bytesRead += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('judges each of many requests by itself', () => {
  const slow = aRequest();
  const fast = aRequest();
  for (let second = 0; second < 40; second += 1) {
    fast.request.socket.bytesRead += 1_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(slow.destroy).toHaveBeenCalledTimes(1);
  expect(fast.destroy).not.toHaveBeenCalled();
});

it('looks at nothing once stopped', () => {
  const { destroy } = aRequest();
  guard.stop();
  pass(10);
  expect(destroy).not.toHaveBeenCalled();
});
