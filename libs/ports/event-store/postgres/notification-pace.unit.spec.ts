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

it('has a lone append tell, and nothing follow', () => {
  expect(append()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(append()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(0);
});

it('has one append in a while tell where they come fast', () => {
  const tells: boolean[] = [];
  for (let n = 0; n < 21; n += 1) {
    tells.push(append());
    vi.advanceTimersByTime(10);
  }
  expect(tells.filter(Boolean)).toHaveLength(6);
  expect(told).toBe(0);
});

it('tells what the last append did not', () => {
  append();
  expect(append()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(1);
  expect(append()).toBe(true);
});

it('tells in the end what was not told, once', async () => {
  append();
  append();
  await pace.close();
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(1);
});
