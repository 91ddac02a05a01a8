import { expect, it } from 'vitest';
import type { EventFilter, EventPage, EventStore } from '../event-store.port.js';
import { comparePositions, isAtOrAfter, START } from '../position.js';
import { appendToEnd } from './append-to-end.js';
import { eventNumbered, largeEventNumbered } from './numbered-events.js';
import { labels } from './reading.js';
import type { UnderTest } from './under-test.contract.js';

const pages = async (store: EventStore, limit: number, filter: EventFilter = {}): Promise<EventPage[]> => {
  const read: EventPage[] = [];
  let page: EventPage | undefined;
  while (!page?.atEnd) {
    page = await store.readAll({ after: page?.position ?? START, limit, ...filter });
    read.push(page);
  }
  return read;
};

const eventsOf = (read: readonly EventPage[]) => read.flatMap(({ events }) => events);

export const readAllContract = (current: UnderTest): void => {
  it('an empty log is read as being at its end', async () => {
    const { store } = current();
    const head = await store.head();
    const page = await store.readAll({ after: START, limit: 10 });
    expect(page).toMatchObject({ events: [], atEnd: true });
    expect(isAtOrAfter(page.position, head)).toBe(true);
  });

  it('events of all streams are read in commit order, page by page', async () => {
    const { store } = current();
    for (let n = 0; n < 10; n += 1) await appendToEnd(store, `thing-${n % 3}`, [eventNumbered(n)]);
    const read = await pages(store, 4);
    expect(labels(eventsOf(read))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(read.every(({ events }) => events.length <= 4)).toBe(true);
    const positions = eventsOf(read).map(({ position }) => position);
    expect(positions.toSorted(comparePositions)).toEqual(positions);
    const last = positions.at(-1) ?? START;
    expect(isAtOrAfter(read.at(-1)?.position ?? START, last)).toBe(true);
    expect(isAtOrAfter(await store.head(), last)).toBe(true);
  });

  it('reading starts behind the given position', async () => {
    const { store } = current();
    const { position } = await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
    const last = await appendToEnd(store, 'thing-1', [eventNumbered(2)]);
    expect(labels((await store.readAll({ after: position, limit: 9 })).events)).toEqual([2]);
    const end = await store.readAll({ after: last.position, limit: 9 });
    expect(end).toMatchObject({ events: [], atEnd: true });
    expect(isAtOrAfter(end.position, last.position)).toBe(true);
  });

  const filters: [string, EventFilter, unknown[]][] = [
    ['types', { types: ['B', 'C'] }, ['b', 'c']],
    ['a type that nobody wrote', { types: ['D'] }, []],
    ['no type at all', { types: [] }, []],
    ['a prefix', { streamPrefixes: ['x-'] }, ['a', 'c']],
    ['prefixes', { streamPrefixes: ['x-', 'y-'] }, ['a', 'b', 'c']],
    ['type and prefix', { types: ['A', 'B'], streamPrefixes: ['x-'] }, ['a']],
    ['a percent sign, literally', { streamPrefixes: ['%'] }, ['percent']],
    ['an underscore, literally', { streamPrefixes: ['_'] }, []],
    ['a backslash, literally', { streamPrefixes: ['\\'] }, ['backslash']],
  ];
  it.each(filters)('a page is filtered by %s', async (_, filter, expected) => {
    const { store } = current();
    const events = [
      ['x-1', 'a', 'A'],
      ['y-1', 'b', 'B'],
      ['x-2', 'c', 'C'],
      ['%-1', 'percent', 'A'],
      ['\\-1', 'backslash', 'A'],
    ] as const;
    for (const [stream, label, type] of events) await appendToEnd(store, stream, [eventNumbered(label, { type })]);
    expect(labels(eventsOf(await pages(store, 1, filter)))).toEqual(expected);
  });

  it('the position of a page moves past the events that the filter left out', async () => {
    const { store } = current();
    await appendToEnd(store, 'thing-1', [eventNumbered(1, { type: 'Wanted' })]);
    await appendToEnd(store, 'thing-1', [eventNumbered(2), eventNumbered(3)]);
    const head = await store.head();
    const page = await store.readAll({ after: START, limit: 10, types: ['Wanted'] });
    expect(labels(page.events)).toEqual([1]);
    expect(page.atEnd).toBe(true);
    expect(isAtOrAfter(page.position, head)).toBe(true);
  });

  it('events too large to be held together are all read, page by page', async () => {
    const { store } = current();
    for (let n = 0; n < 12; n += 1) await appendToEnd(store, `thing-${n}`, [largeEventNumbered(n)]);
    expect(labels(eventsOf(await pages(store, 100)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('a rare event of a long log is found, in pages that may be empty', async () => {
    const { store } = current();
    const appendRange = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1_000) {
        await appendToEnd(
          store,
          'long-1',
          Array.from({ length: 1_000 }, (_, i) => eventNumbered(n + i)),
        );
      }
    };
    await appendRange(0, 21_000);
    await appendToEnd(store, 'rare-1', [eventNumbered('rare', { type: 'Rare' })]);
    await appendRange(21_000, 23_000);
    expect(labels(eventsOf(await pages(store, 10, { types: ['Rare'] })))).toEqual(['rare']);
    expect(labels(eventsOf(await pages(store, 10, { streamPrefixes: ['rare-'] })))).toEqual(['rare']);
    expect(eventsOf(await pages(store, 7_000))).toHaveLength(23_001);
  });
};
