import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import { CuttingProxy } from '../../contract/cutting-proxy.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readWhole } from '../../contract/reading.js';
import type { EventStore, SubscribeOptions } from '../../event-store.port.js';
import { isAtOrAfter, type Position, START } from '../../position.js';
import type { LogConnection } from '../connection/log-connection.js';
import { realServer, StoresUnderTest } from '../event-store-under-test.contract.js';

/*
 * Known faults of client and server, and how the store handles them. The double makes the faults, so the cases are
 * skipped on a real server.
 */
describe.skipIf(realServer !== undefined)('a trap of reading the log (needs the faults of the double)', () => {
  const patience = { timeout: 30_000, interval: 20 };
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  let double: EventStoreDouble;
  let stores: StoresUnderTest;
  beforeEach(async () => {
    double = await startEventStoreDouble();
    stores = new StoresUnderTest(double.url);
  });
  afterEach(async () => {
    double.faults.clear();
    await stores.close();
    await double.stop();
  });

  const appendMany = (store: EventStore, streams: string[]) =>
    Promise.all(streams.map((stream) => store.append(stream, [eventNumbered(stream)], 'no-stream')));

  /** Follows the log until it is stopped; holds the events received and the position reached. */
  const follow = (store: EventStore, options: Partial<SubscribeOptions> = {}) => {
    const abort = new AbortController();
    const seen: unknown[] = [];
    const reached = { position: START as Position };
    const running = (async () => {
      for await (const page of store.subscribeToAll({ after: START, signal: abort.signal, ...options })) {
        seen.push(...labels(page.events));
        reached.position = page.position;
      }
    })();
    const stop = () => {
      abort.abort();
      return running;
    };
    return { seen, reached, stop };
  };

  describe('a subscription', () => {
    it('is read page by page: appends of any size end none, and none of the server is opened', async () => {
      const faults: Error[] = [];
      const store = stores.open({ onFault: (error) => faults.push(error) });
      const { seen, stop } = follow(store);
      for (const turn of numbers(5)) {
        await store.append(
          `thing-${turn}`,
          numbers(250).map((n) => eventNumbered(turn * 250 + n)),
          'no-stream',
        );
        await vi.waitFor(() => expect(seen).toHaveLength((turn + 1) * 250), patience);
      }
      await stop();
      expect(seen).toEqual(numbers(1_250));
      expect(double.readCounts.subscriptions).toBe(0);
      expect(faults).toEqual([]);
    });

    it('resumes where it was, without gap or repetition, while the server refuses reads now and then', async () => {
      const store = stores.open({ pollMs: 20 });
      const append = (n: number) => store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream');
      const { seen, stop } = follow(store, { pageSize: 7 });
      for (const n of numbers(200)) {
        await append(n);
        if (n % 50 === 25) double.faults.inject({ kind: 'unavailable', on: 'reads', times: 6 });
        if (n % 50 === 40) double.dropConnections();
      }
      await vi.waitFor(() => expect(seen).toHaveLength(200), patience);
      await stop();
      expect(seen).toEqual(numbers(200));
      expect(double.faults.fired('unavailable')).toBeGreaterThan(6);
    });

    it('costs looks at the end of the log while nothing comes, five a second for all followers together', async () => {
      const store = stores.open({ heartbeatMs: 60_000 });
      await appendMany(store, ['thing-1']);
      const followers = numbers(12).map((n) => follow(store, { types: n % 2 === 0 ? ['Counted'] : ['Rare'] }));
      await vi.waitFor(() => expect(followers.every(({ reached }) => reached.position !== START)).toBe(true), patience);
      const before = double.readCounts;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const { readsOfAll, examined } = double.readCounts;
      expect(readsOfAll - before.readsOfAll).toBeLessThanOrEqual(16);
      expect(examined - before.examined).toBeLessThanOrEqual(16);
      await Promise.all(followers.map(({ stop }) => stop()));
    });
  });

  describe('a log that another installation fills', () => {
    /** Events of another installation, of the types that are ours too. */
    const foreign = (count: number) => double.writeForeignEvents('other-thing', count, 'Counted');

    const clientOf = (store: EventStore) => (store as unknown as { connection: LogConnection }).connection.client;

    it('is not sent to a reader of types', async () => {
      const store = stores.open();
      await foreign(2_000);
      await appendMany(store, ['thing-1']);
      const sent = vi.spyOn(clientOf(store), 'readAll');
      const page = await store.readAll({ after: START, limit: 10, types: ['Counted'] });
      expect([labels(page.events), page.atEnd]).toEqual([['thing-1'], true]);
      expect(sent.mock.calls.every(([options]) => options?.maxCount === 1)).toBe(true);
    });

    it('is looked through once for all followers, and not again for those that begin later', async () => {
      await foreign(5_000);
      const store = stores.open();
      const head = await store.head();
      const reached = async (followers: ReturnType<typeof follow>[]) => {
        const all = () => expect(followers.every((one) => isAtOrAfter(one.reached.position, head))).toBe(true);
        await vi.waitFor(all, patience);
        await Promise.all(followers.map(({ stop }) => stop()));
      };
      await reached(numbers(20).map(() => follow(store, { types: ['Counted'] })));
      const { examined } = double.readCounts;
      expect(examined).toBeLessThan(6_000);
      await reached(numbers(5).map(() => follow(store, { types: ['Other'], pageSize: 10 })));
      await store.readAll({ after: START, limit: 1 });
      expect(double.readCounts.examined - examined).toBeLessThan(200);
    });

    it('is looked through once after a restart, wherever the readers stood', async () => {
      const timed = await startEventStoreDouble({ readMicrosPerEvent: 50 });
      const those = new StoresUnderTest(timed.url);
      const first = those.open();
      const places: Position[] = [];
      for (const n of numbers(10))
        places.push((await first.append(`thing-${n}`, [eventNumbered(n)], 'no-stream')).position);
      await timed.writeForeignEvents('other-thing', 10_000, 'Counted');
      const restarted = those.open();
      const before = timed.readCounts.examined;
      const pages = await Promise.all(
        places.map((after) => restarted.readAll({ after, limit: 100, types: ['Counted'] })),
      );
      expect(pages.map(({ events }) => events.length)).toEqual(numbers(10).reverse());
      expect(pages.every(({ atEnd }) => atEnd)).toBe(true);
      // Ten that look for themselves pass 100,000; those that come while a page is read take another page.
      expect(timed.readCounts.examined - before).toBeLessThan(30_000);
      await those.close();
      await timed.stop();
    });

    /** Reads from the start until the end is reached. */
    const readFromStart = async (store: EventStore): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (let after: Position = START; ; ) {
        const page = await store.readAll({ after, limit: 100 });
        seen.push(...labels(page.events));
        after = page.position;
        if (page.atEnd) return seen;
      }
    };

    it('is looked through by the first processes of an installation, which begin at once, and by none after them', async () => {
      const slow = await startEventStoreDouble({ readMicrosPerEvent: 500 });
      const those = new StoresUnderTest(slow.url);
      await slow.writeForeignEvents('other-thing', 3_000, 'Counted');
      const first = those.open();
      expect(await Promise.all([first, those.open()].map(readFromStart))).toEqual([[], []]);
      await first.append('thing-1', [eventNumbered(1)], 'no-stream');
      const before = slow.readCounts.examined;
      expect(await readFromStart(those.open())).toEqual([1]);
      expect(slow.readCounts.examined - before).toBeLessThan(100);
      await those.close();
      await slow.stop();
    });

    it.each([
      ['the event that stands there', (id: string) => id, [2]],
      ['another event, as of another log', () => randomUUID(), [1, 2]],
    ])('a recorded beginning that names %s', async (_what, idOf, seen) => {
      const store = stores.open();
      await store.append('thing-1', [eventNumbered(1)], 'no-stream');
      const { position } = await store.append('thing-2', [eventNumbered(2)], 'no-stream');
      const client = clientOf(store);
      const [commit = '', prepare = ''] = position.split('/');
      const from = { commit: BigInt(commit), prepare: BigInt(prepare) };
      let id = '';
      for await (const { event } of client.readAll({ fromPosition: from, maxCount: 1 })) id = event?.id ?? '';
      const data = { position, id: idOf(id) };
      await client.appendToStream(`begins-${stores.streamPrefix}`, jsonEvent({ type: 'InstallationBegins', data }));
      expect(await readFromStart(stores.open())).toEqual(seen);
    });

    it.each([
      ['no place', { position: 'nowhere', id: 'x' }],
      ['nothing', {}],
    ])('a recorded beginning that names %s hides nothing', async (_what, data) => {
      const store = stores.open();
      await store.append('thing-1', [eventNumbered(1)], 'no-stream');
      const event = jsonEvent({ type: 'InstallationBegins', data });
      await clientOf(store).appendToStream(`begins-${stores.streamPrefix}`, event);
      expect(await readFromStart(stores.open())).toEqual([1]);
    });

    it('keeps no reader waiting: a page that is not found in a second is empty, and the look goes on', async () => {
      const slow = await startEventStoreDouble({ readMicrosPerEvent: 500 });
      const those = new StoresUnderTest(slow.url);
      await slow.writeForeignEvents('other-thing', 5_000, 'Counted');
      const store = those.open();
      await store.append('thing-1', [eventNumbered(1)], 'no-stream');
      await slow.writeForeignEvents('other-thing', 5_000, 'Counted');
      const begun = performance.now();
      const pages = [];
      do pages.push(await store.readAll({ after: START, limit: 10 }));
      while (pages.at(-1)?.atEnd === false);
      expect(pages.length).toBeGreaterThan(2);
      expect(labels(pages.flatMap(({ events }) => events))).toEqual([1]);
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(slow.readCounts.examined).toBeLessThan(17_000);
      await those.close();
      await slow.stop();
    });

    it('that was restored to an earlier time is read anew', async () => {
      const store = stores.open({ pollMs: 50 });
      const { position } = await store.append('thing-1', [eventNumbered(1)], 'no-stream');
      await foreign(1_000);
      expect((await store.readAll({ after: position, limit: 10 })).atEnd).toBe(true);
      const { port } = double;
      await double.stop();
      double = await startEventStoreDouble({ port });
      const other = stores.open();
      await other.append(
        'thing-a',
        numbers(40).map((n) => eventNumbered(n)),
        'no-stream',
      );
      await vi.waitFor(async () => {
        expect(labels((await store.readAll({ after: START, limit: 100 })).events)).toEqual(numbers(40));
      }, patience);
    });
  });

  it('appends and reads move to another connection when the first is dead without an error', async () => {
    const proxy = await CuttingProxy.start(double.port);
    const timeouts = { appendTimeoutMs: 4_000, readTimeoutMs: 1_000, heartbeatMs: 60_000 };
    const store = stores.open({ port: proxy.port, pollMs: 100, ...timeouts });
    const { seen, stop } = follow(store);
    await appendMany(store, ['thing-1']);
    await vi.waitFor(() => expect(seen).toEqual(['thing-1']), patience);
    proxy.freeze();
    await appendMany(store, ['thing-2']);
    proxy.freeze();
    // The subscription may have found the dead connection first, and moved on before this read.
    await store.head().catch((error: unknown) => expect(error).toMatchObject({ kind: 'unavailable' }));
    await store.head();
    await vi.waitFor(() => expect(seen).toEqual(['thing-1', 'thing-2']), patience);
    await stop();
    await stores.close();
    await proxy.stop();
  });

  it('appends, reads and subscriptions move to the leader when a node that does not lead names it', async () => {
    const leader = await startEventStoreDouble();
    const store = stores.open({ pollMs: 100 });
    double.follow({ host: '127.0.0.1', port: leader.port });
    const { seen, stop } = follow(store);
    await appendMany(store, ['thing-1', 'thing-2']);
    expect(leader.eventCount).toBeGreaterThan(2);
    expect(labels(await readWhole(store, 'thing-1'))).toEqual(['thing-1']);
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(['thing-1', 'thing-2']), patience);
    await stop();
    await stores.close();
    await leader.stop();
  });

  describe('the log holds events of the server and of other applications', () => {
    it('events of other applications are left out, even of the same type', async () => {
      const store = stores.open();
      const foreign = new StoresUnderTest(double.url);
      await foreign.open().append('thing-1', [eventNumbered('foreign')], 'no-stream');
      await store.append('thing-1', [eventNumbered('ours')], 'no-stream');
      for (const filter of [{}, { types: ['Counted'] }, { streamPrefixes: ['thing-'] }]) {
        expect(labels((await store.readAll({ after: START, limit: 10, ...filter })).events)).toEqual(['ours']);
      }
      await foreign.close();
    });

    it.each([
      ['of the server', 1],
      ['of the server', 200],
      ['of another application', 1],
      ['of another application', 200],
    ])('a reader gets to the head of a log whose last events are %s: %i', async (whose, count) => {
      const store = stores.open();
      const follower = follow(store, { types: ['Rare'] });
      const write = () =>
        whose === 'of the server' ? double.writeSystemEvents(count) : double.writeForeignEvents('elsewhere-1', count);
      for (const turn of numbers(3)) {
        await store.append(`thing-${turn}`, [eventNumbered(turn)], 'no-stream');
        await write();
        const head = await store.head();
        await vi.waitFor(() => expect(isAtOrAfter(follower.reached.position, head)).toBe(true), patience);
        const page = await store.readAll({ after: START, limit: 10, types: ['Rare'] });
        expect(page).toMatchObject({ events: [], atEnd: true });
        expect(isAtOrAfter(page.position, head)).toBe(true);
      }
      await follower.stop();
    });

    it('a long log without events of ours is passed in pages without events', async () => {
      const store = stores.open();
      await double.writeForeignEvents('elsewhere-1', 5_000);
      const pages: number[] = [];
      const abort = new AbortController();
      const head = await store.head();
      for await (const page of store.subscribeToAll({ after: START, signal: abort.signal })) {
        pages.push(page.events.length);
        if (isAtOrAfter(page.position, head)) break;
      }
      expect(pages.every((events) => events === 0)).toBe(true);
    });

    it("a stream of ours that an operator deleted is read without the server's event at its end", async () => {
      const store = stores.open();
      await store.append('thing-1', [eventNumbered(1)], 'no-stream');
      await store.append('thing-2', [eventNumbered(2)], 'no-stream');
      const { EventStoreDBClient } = await import('@eventstore/db-client');
      const operator = EventStoreDBClient.connectionString(double.url);
      await operator.tombstoneStream(`${stores.streamPrefix}thing-1`);
      await operator.dispose();
      expect((await store.readAll({ after: START, limit: 10 })).events.map(({ type }) => type)).not.toContain(
        '$streamDeleted',
      );
      await expect(store.append('thing-1', [eventNumbered(3)], 0)).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });

  it('positions of one append that share the commit are told apart by the prepare position', async () => {
    const shared = await startEventStoreDouble({ commitPositions: 'per-append' });
    const those = new StoresUnderTest(shared.url);
    const store = those.open();
    const { position } = await store.append(
      'thing-1',
      numbers(5).map((n) => eventNumbered(n)),
      'no-stream',
    );
    const all = await store.readAll({ after: START, limit: 3 });
    expect(labels(all.events)).toEqual([0, 1, 2]);
    expect(labels((await store.readAll({ after: all.position, limit: 10 })).events)).toEqual([3, 4]);
    const { seen, stop } = follow(store, { after: all.position });
    await vi.waitFor(() => expect(seen).toEqual([3, 4]), patience);
    await stop();
    expect(isAtOrAfter(await store.head(), position)).toBe(true);
    await those.close();
    await shared.stop();
  });
});
