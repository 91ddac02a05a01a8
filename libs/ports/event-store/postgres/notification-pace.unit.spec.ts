import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NotificationPace } from './notification-pace.js';

let told: number;
let pace: NotificationPace;
const append = () => {
  const tells = pace.isDue();
  pace.written(tells);
  return tells;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  told = 0;
  pace = new NotificationPace(async () => {
    told += 1;
  });
});
afterEach(() => void vi.useRealTimers());

it('a lone append notifies, and no notification follows it', () => {
  expect(append()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(append()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(0);
});

it('one append in a while notifies where appends come fast', () => {
  const tells: boolean[] = [];
  for (let n = 0; n < 21; n += 1) {
    tells.push(append());
    vi.advanceTimersByTime(10);
  }
  expect(tells.filter(Boolean)).toHaveLength(6);
  expect(told).toBe(0);
});

it('an append also notifies the events that the last one did not', () => {
  append();
  expect(append()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(1);
  expect(append()).toBe(true);
});

it('events that no append notified are notified once in the end', async () => {
  append();
  append();
  await pace.close();
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(1);
});
