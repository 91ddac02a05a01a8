import { expect, it, vi } from 'vitest';
import type { EventStore, RecordedEvent, SubscribeOptions } from '../event-store.port.js';
import { isAtOrAfter, type Position, START } from '../position.js';
import { appendToEnd } from './append-to-end.js';
import { runAppenders } from './appender-processes.js';
import { eventNumbered } from './numbered-events.js';
import { collect, labels, readLog } from './reading.js';
import type { UnderTest } from './under-test.contract.js';

const patience = { timeout: 45_000, interval: 20 };

/** Runs until it is stopped; a subscription that fails makes `stop` reject. */
const follow = (store: EventStore, options: Partial<SubscribeOptions> = {}) => {
  const abort = new AbortController();
  const events: RecordedEvent[] = [];
  const reached = { position: START as Position };
  const running = (async () => {
    for await (const page of store.subscribeToAll({ after: START, signal: abort.signal, ...options })) {
      events.push(...page.events);
      reached.position = page.position;
    }
  })();
  running.catch(() => undefined);
  const stop = () => {
    abort.abort();
    return running;
  };
  return { events, reached, stop };
};

export const subscriptionContract = (current: UnderTest): void => {
  it('a subscription delivers existing events, then new ones, without gap or repetition', async () => {
    const { store, open } = current();
    const writer = await open();
    const appendAll = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await appendToEnd(writer, `thing-${n % 5}`, [eventNumbered(n)]);
    };
    await appendAll(0, 100);
    const appending = appendAll(100, 300); // goes on while the subscription catches up
    const subscription = follow(store, { pageSize: 7 });
    await appending;
    await vi.waitFor(() => expect(subscription.events.length).toBeGreaterThanOrEqual(300), patience);
    await appendAll(300, 303);
    await vi.waitFor(() => expect(subscription.events.length).toBeGreaterThanOrEqual(303), patience);
    await subscription.stop();
    expect(labels(subscription.events)).toEqual(Array.from({ length: 303 }, (_, n) => n));
  });

  it('a subscription starts behind the given position, keeps to its filter and moves past what it leaves out', async () => {
    const { store } = current();
    const { position } = await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
    const subscription = follow(store, { after: position, types: ['Wanted'] });
    await appendToEnd(store, 'thing-1', [eventNumbered(2, { type: 'Wanted' }), eventNumbered(3)]);
    const last = await appendToEnd(store, 'thing-1', [eventNumbered(4)]);
    await vi.waitFor(() => expect(isAtOrAfter(subscription.reached.position, last.position)).toBe(true), patience);
    await subscription.stop();
    expect(labels(subscription.events)).toEqual([2]);
  });

  it('a subscription sees commits in order while four processes append at once', async () => {
    const { store, forProcesses } = current();
    const subscription = follow(store, { pageSize: 64 });
    const writers = [1, 2, 3, 4];
    const appends = 100;
    const acknowledged = await runAppenders(writers.map((writer) => ({ ...forProcesses, writer, appends })));
    expect(acknowledged).toEqual(writers.map(() => appends * 3));
    const total = writers.length * appends * 3;
    await vi.waitFor(() => expect(subscription.events.length).toBeGreaterThanOrEqual(total), patience);
    await subscription.stop();

    const { events } = subscription;
    expect(events).toHaveLength(total);
    expect(new Set(events.map(({ id }) => id)).size).toBe(total);
    const positions = events.map(({ position }) => position);
    expect(positions.toSorted()).toEqual(positions);
    expect(new Set(positions).size).toBe(total);
    for (const [stream, ofStream] of Map.groupBy(events, (event) => event.stream)) {
      const revisions = ofStream.map(({ revision }) => revision);
      expect(revisions, stream).toEqual(revisions.map((_, n) => n));
    }
    // The writers really took turns: somewhere in the shared stream one follows another.
    const authors = events.filter(({ stream }) => stream === 'shared-1').map(({ data }) => String(data.label)[0]);
    expect(new Set(authors)).toEqual(new Set(['1', '2', '3', '4']));
    expect(authors.filter((author, n) => author !== authors[n - 1]).length).toBeGreaterThan(writers.length);
    expect(labels(await readLog(store, { after: START }))).toEqual(labels(events));
  });

  it('a subscription waits for a slow subscriber and loses nothing', async () => {
    const { store } = current();
    const abort = new AbortController();
    const seen: unknown[] = [];
    const subscription = store.subscribeToAll({ after: START, pageSize: 10, signal: abort.signal });
    for (let n = 0; n < 30; n += 1) await appendToEnd(store, 'thing-1', [eventNumbered(n)]);
    let late = 0;
    for await (const page of subscription) {
      seen.push(...labels(page.events));
      expect(page.events.length).toBeLessThanOrEqual(10);
      if (late < 3) {
        await appendToEnd(store, 'thing-1', [eventNumbered(`late ${late}`)]);
        late += 1;
      }
      if (seen.length >= 33) break;
    }
    expect(seen).toEqual([...Array.from({ length: 30 }, (_, n) => n), 'late 0', 'late 1', 'late 2']);
  });

  it('a subscription ends without an error on the signal, whether it waits or has not begun', async () => {
    const { store } = current();
    await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
    const subscription = follow(store);
    await vi.waitFor(() => expect(subscription.events).toHaveLength(1), patience);
    await subscription.stop();
    expect(await collect(store.subscribeToAll({ after: START, signal: AbortSignal.abort() }))).toEqual([]);
  });

  it('a subscription ends when the store is closed', async () => {
    const { open } = current();
    const store = await open();
    await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
    const subscription = follow(store);
    await vi.waitFor(() => expect(subscription.events).toHaveLength(1), patience);
    await store.close();
    await subscription.stop();
    await expect(store.append('thing-1', [eventNumbered(2)], 0)).rejects.toMatchObject({ kind: 'unavailable' });
  });
};
