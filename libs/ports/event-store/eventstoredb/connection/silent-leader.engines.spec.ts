import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPlainError } from '#libs/platform/errors/plain-error.js';
import { EventStoreCluster } from '#test/eventstore-double/event-store-cluster.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readLog } from '../../contract/reading.js';
import { EventStoreError } from '../../event-store.errors.js';
import type { EventStore } from '../../event-store.port.js';
import { START } from '../../position.js';
import { realServer, StoresUnderTest } from '../event-store-under-test.contract.js';

describe.skipIf(realServer !== undefined)('a leader that stands still, its connections open (three doubles)', () => {
  let cluster: EventStoreCluster;
  let stores: StoresUnderTest;
  beforeEach(async () => {
    cluster = await EventStoreCluster.start(3);
    stores = new StoresUnderTest(cluster.url);
  });
  afterEach(async () => {
    cluster.resume(0);
    await stores.close();
    await cluster.stop();
  });

  /** Repeats the call until it succeeds, as a caller does that is told that the store is away. */
  const untilDone = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof EventStoreError)) throw error;
        await sleep(50);
      }
    }
  };
  const appendOf = (store: EventStore, label: number) => () =>
    store.append(`thing-${label}`, [eventNumbered(label)], 'no-stream');

  it.each([
    ['before its silence is noticed', 1_500],
    ['only after it was noticed', 4_000],
  ])('appends, reads and subscriptions are served by the next leader, elected %s', async (_, electionMs) => {
    const faults: Error[] = [];
    const store = stores.open({ onFault: (error) => faults.push(error) });
    const abort = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      for await (const page of store.subscribeToAll({ after: START, signal: abort.signal })) {
        seen.push(...labels(page.events));
      }
    })();
    await appendOf(store, 0)();
    await vi.waitFor(() => expect(seen).toEqual([0]), 20_000);

    const paused = performance.now();
    const elected = cluster.pauseLeader(0, 1, electionMs);
    // Some are in flight as the leader stops, others come while nothing answers.
    const appending = [1, 2, 3].map((label) => untilDone(appendOf(store, label)));
    await sleep(1_000);
    appending.push(...[4, 5, 6].map((label) => untilDone(appendOf(store, label))));
    await Promise.all([...appending, untilDone(() => store.head())]);
    await vi.waitFor(() => expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]), 30_000);
    expect(performance.now() - paused).toBeLessThan(electionMs + 4_500);
    await elected;
    expect(cluster.connections(1)).toBeGreaterThan(0);
    expect(faults.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The event store does not answer for [12]000 ms; another connection is made$/),
    );
    expect(faults.every(isPlainError)).toBe(true);
    expect(labels(await readLog(store, { after: START })).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    abort.abort();
    await following;
  });

  it('a read that waits for the leader is answered by the next one', async () => {
    const store = stores.open();
    const before = await store.head();
    const paused = performance.now();
    const elected = cluster.pauseLeader(0, 1, 1_500);
    expect(await untilDone(() => store.head())).toBe(before);
    expect(performance.now() - paused).toBeLessThan(6_000);
    await elected;
  });

  it('a node that has no other beside it is waited for, and its followers go on over the same connection', async () => {
    const alone = await EventStoreCluster.start(1);
    const those = new StoresUnderTest(alone.url);
    const faults: Error[] = [];
    const store = those.open({ onFault: (error) => faults.push(error) });
    await appendOf(store, 0)();
    const connections = alone.connections(0);
    await alone.pauseLeader(0, 0, 3_500);
    alone.resume(0);
    await appendOf(store, 1)();
    expect([faults, alone.connections(0)]).toEqual([[], connections]);
    await those.close();
    await alone.stop();
  });

  it('a node that does not lead, and a quiet store, are left as they are', async () => {
    const faults: Error[] = [];
    const store = stores.open({ heartbeatMs: 50, onFault: (error) => faults.push(error) });
    await appendOf(store, 0)();
    await cluster.pauseLeader(2, 0, 0);
    await sleep(3_000);
    await appendOf(store, 1)();
    expect(faults).toEqual([]);
  });
});
