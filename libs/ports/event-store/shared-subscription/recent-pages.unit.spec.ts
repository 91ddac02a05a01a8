import { expect, it } from 'vitest';
import type { EventPage, RecordedEvent } from '../event-store.port.js';
import { type Position, START } from '../position.js';
import { RecentPages } from './recent-pages.js';

const at = (count: number): Position => String(count).padStart(4, '0') as Position;

const page = (position: number, ...events: number[]): EventPage => ({
  events: events.map(
    (n): RecordedEvent => ({
      ...{ id: String(n), type: 'A', version: 1, data: { n }, metadata: {}, stream: 's', revision: n },
      position: at(n),
      recordedAt: '2026-11-21T00:00:00.000Z',
    }),
  ),
  position: at(position),
  atEnd: true,
});

const numbers = (events: readonly RecordedEvent[]) => events.map(({ data }) => data.n);

it('events after a position are returned, and events delivered again are left out', () => {
  const recent = new RecentPages(START, 10);
  recent.add(page(2, 1, 2));
  recent.add(page(2, 1, 2));
  recent.add(page(4, 2, 4));
  expect(numbers(recent.after(START))).toEqual([1, 2, 4]);
  expect(numbers(recent.after(at(1)))).toEqual([2, 4]);
  expect(recent.after(at(4))).toEqual([]);
  expect(recent.end).toBe(at(4));
});

it('pages without events move the position and are not held', () => {
  const recent = new RecentPages(START, 10);
  recent.add(page(1, 1));
  for (let position = 2; position < 1_000; position += 1) recent.add(page(position));
  expect(recent.end).toBe(at(999));
  expect(numbers(recent.after(START))).toEqual([1]);
  expect(recent.reachesBackTo(START)).toBe(true);
  expect(Object.values(recent).flatMap((value) => (Array.isArray(value) ? value : []))).toHaveLength(1);
});

it('the oldest pages are dropped when too many events are held', () => {
  const recent = new RecentPages(START, 3);
  for (let n = 1; n <= 5; n += 1) recent.add(page(n, n));
  expect(numbers(recent.after(at(2)))).toEqual([3, 4, 5]);
  expect(recent.reachesBackTo(at(1))).toBe(false);
  expect(recent.reachesBackTo(at(2))).toBe(true);
});
