import { expect, it } from 'vitest';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import type { NewEvent } from '../event-store.port.js';
import { START } from '../position.js';
import { lostEvents } from './lost-events.js';
import { numberedEvent } from './numbered-event.fixture.js';

const types = ['A', 'B'];

const written = Array.from({ length: 1_203 }, (_, n) => numberedEvent(n, 'A'));

/** A log of these events, and all of them as they are read. */
const logOf = async (events: readonly NewEvent[]) => {
  const store = new InMemoryEventStore();
  for (const [n, event] of events.entries()) await store.append(`stream-${n}`, [event], 'no-stream');
  return { store, events: (await store.readAll({ after: START, types, limit: events.length })).events };
};

it('nothing is lost of a log that holds all that was read', async () => {
  const { store, events } = await logOf(written);
  expect(await lostEvents(store, events, START, types)).toEqual({ read: 1_203, lost: 0, first: null, last: null });
});

it('the end of what was read is lost where the log ends before it', async () => {
  const { events } = await logOf(written);
  const { store } = await logOf(written.slice(0, 1_200));
  const lost = await lostEvents(store, events.slice(600), events[599]?.position ?? START, types);
  expect(lost).toEqual({ read: 603, lost: 3, first: events[1_200]?.position, last: events[1_202]?.position });
});

it('an event is lost whose position has been given to another', async () => {
  const { events } = await logOf(written.slice(0, 2));
  const { store } = await logOf(written.slice(1, 3));
  expect(await lostEvents(store, events, START, types)).toMatchObject({ lost: 1, first: events[0]?.position });
});

it('nothing was read, and nothing is lost', async () => {
  const { store } = await logOf(written.slice(0, 1));
  expect(await lostEvents(store, [], START, types)).toMatchObject({ read: 0, lost: 0 });
});
