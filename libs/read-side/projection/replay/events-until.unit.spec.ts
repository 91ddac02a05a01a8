import { expect, it } from 'vitest';
import type { EventPage, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { eventsUntil } from './events-until.js';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** A log of pages of events that were recorded at these hours. */
const logOf = (...pages: number[][]) => {
  let read = 0;
  return {
    get pagesRead() {
      return read;
    },
    readAll: async (): Promise<EventPage> => {
      const hours = pages[read] ?? [];
      read += 1;
      const events = hours.map((hour) => ({ recordedAt: at(hour) }) as RecordedEvent);
      return { events, position: String(read) as Position, atEnd: read >= pages.length };
    },
  };
};
const hoursUntil = async (log: ReturnType<typeof logOf>, hour: number) => {
  const hours: string[] = [];
  for await (const events of eventsUntil(log, ['A'], at(hour)))
    hours.push(...events.map(({ recordedAt }) => recordedAt));
  return hours;
};

it('events are read up to the moment, the event of that moment with them', async () => {
  const log = logOf([1, 2], [3, 4], [5], [6], [7]);
  expect(await hoursUntil(log, 3)).toEqual([at(1), at(2), at(3)]);
  expect(log.pagesRead).toBe(3);
  expect(await hoursUntil(logOf([1, 2], [3, 4]), 9)).toEqual([at(1), at(2), at(3), at(4)]);
  expect(await hoursUntil(logOf([1, 2]), 0)).toEqual([]);
  expect(await hoursUntil(logOf([], [1], [], [2]), 1)).toEqual([at(1)]);
});

it('what was recorded while the clock was ahead belongs to what came after it', async () => {
  expect(await hoursUntil(logOf([1, 9, 2], [3, 9], [4, 8], [7]), 5)).toEqual([1, 9, 2, 3, 9, 4].map(at));
});
