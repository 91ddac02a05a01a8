import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { type Position, START } from '../position.js';
import { numberedEvent } from './numbered-event.fixture.js';
import { noLag, observedLags, unknownLag } from './observed-lag.js';
import { type SharedSubscription, shareSubscription } from './shared-subscription.js';

let store: InMemoryEventStore;
let shared: SharedSubscription;
let following: AbortController;
let written: number;
beforeEach(() => {
  store = new InMemoryEventStore();
  shared = shareSubscription(store);
  following = new AbortController();
  written = 0;
});
afterEach(async () => {
  following.abort();
  await shared.close();
});

const append = async (type: string): Promise<Position> => {
  written += 1;
  return (await store.append(`s-${written}`, [numberedEvent(written, type)], 'no-stream')).position;
};

/** Follows A and B from the end of the log on, as projections do that have caught up. */
const follow = async () => {
  const [after, { signal }] = [await store.head(), following];
  const pages = shared.subscribeToAll({ after, types: ['A', 'B'], signal });
  void (async () => {
    for await (const _ of pages);
  })();
  await vi.waitFor(() => expect(shared.behind(after, ['A', 'B'])).toBeDefined());
};

const lagAt = async (position: Position, types = ['A']) =>
  (await observedLags(store, shared, async () => [{ position, types }]))[0];

it('counts what a reader has not passed, of its types alone, without a read of the log', async () => {
  const place = await append('A');
  await follow();
  const readAll = vi.spyOn(store, 'readAll');
  const head = vi.spyOn(store, 'head');
  for (const type of ['A', 'B', 'A', 'A']) await append(type);
  await vi.waitFor(() => expect(shared.behind(place, ['A'])).toMatchObject({ events: 3 }));
  const reads = readAll.mock.calls.length;
  const lags = await observedLags(store, shared, async () => [
    { position: place, types: ['A'] },
    { position: place, types: ['B'] },
    { position: await store.head(), types: ['A'] },
  ]);
  expect(lags.map((lag) => lag.lagEvents)).toEqual([3, 1, 0]);
  expect(lags.every(({ lagSeconds }) => lagSeconds !== undefined && lagSeconds < 60)).toBe(true);
  expect([readAll.mock.calls.length - reads, head.mock.calls.length]).toEqual([0, 2]); // one of them is the test's own
});

it('never says less than there is, though events come in the moment of the look', async () => {
  const place = await append('A');
  await follow();
  for (let n = 1; n <= 50; n += 1) {
    await append('A');
    expect((await lagAt(place))?.lagEvents).toBe(n);
  }
});

it('is the age of the oldest, and at most 1,000', async () => {
  const place = await append('A');
  await follow();
  for (let n = 0; n < 1_005; n += 1) await append('A');
  const now = () => Date.now() + 90_000;
  const [lag] = await observedLags(store, shared, async () => [{ position: place, types: ['A'] }], now);
  expect(lag?.lagEvents).toBe(1_000);
  expect(lag?.lagSeconds).toBeGreaterThanOrEqual(90);
});

it('is none for a reader that has passed the head, though nothing is followed here', async () => {
  expect(await lagAt(await append('A'))).toEqual(noLag);
});

it('is unknown where the place, the types or the log are, and not none', async () => {
  await append('A');
  await follow();
  await append('A');
  expect(await lagAt(START)).toEqual(unknownLag);
  expect(await lagAt(await store.head(), ['C'])).toEqual(noLag);
  const place = await store.head();
  await append('C');
  expect(await lagAt(place, ['C'])).toEqual(unknownLag);
  store.head = () => Promise.reject(new Error('away'));
  expect(await lagAt(place)).toEqual(unknownLag);
});

it('is unknown where what is followed has stopped short of the head', async () => {
  const place = await append('A');
  await follow();
  const head = await append('A');
  await vi.waitFor(() => expect(shared.behind(place, ['A'])).toMatchObject({ events: 1 }));
  store.head = async () => `${head}~` as Position;
  expect(await lagAt(place)).toMatchObject({ lagEvents: undefined, lagSeconds: expect.any(Number) });
  expect(await lagAt(head)).toEqual(unknownLag);
});

it('is at most the time since the last event passed was written, for a reader that is catching up', async () => {
  await append('A');
  await append('A');
  const passedUntil = new Date(0).toISOString();
  const places = async () => [{ position: START, types: ['A'], passedUntil }];
  expect(await observedLags(store, shared, places, () => 90_000)).toEqual([{ lagEvents: undefined, lagSeconds: 90 }]);
});
