import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import type { Fault } from '#test/eventstore-double/faults.js';
import { CuttingProxy } from '../../contract/cutting-proxy.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readWhole } from '../../contract/reading.js';
import type { EventStore, SubscribeOptions } from '../../event-store.port.js';
import { isAtOrAfter, type Position, START } from '../../position.js';
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
    const faults: [string, Fault][] = [
      ['ends without an error', { kind: 'end-subscriptions', with: 'ok', times: 2 }],
      ['ends as unavailable', { kind: 'end-subscriptions', with: 'unavailable', times: 2 }],
      ['is cancelled by the server', { kind: 'end-subscriptions', with: 'cancelled', times: 2 }],
      ['stops sending without a word', { kind: 'silence-subscriptions', times: 2 }],
      ['never begins to send', { kind: 'silence-subscriptions', times: 4 }],
    ];
    it.each(faults)('a subscription that %s resumes where it was, without gap or repetition', async (_, fault) => {
      const store = stores.open({ pollMs: 100, stallMs: 300 });
      const append = (n: number) => store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream');
      for (const n of numbers(100)) await append(n);
      const { seen, stop } = follow(store, { pageSize: 7 });
      for (let n = 100; n < 300; n += 1) {
        await append(n);
        if (n % 50 === 0) double.faults.inject(fault);
      }
      await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(300), patience);
      double.faults.clear();
      await append(300);
      await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(301), patience);
      await stop();
      expect(double.faults.fired(fault.kind)).toBeGreaterThan(1);
      expect(seen).toEqual(numbers(301));
    });

    it('a subscription that falls silent is opened again, which is reported', async () => {
      const faults: Error[] = [];
      const store = stores.open({ pollMs: 50, stallMs: 100, onFault: (error) => faults.push(error) });
      const { seen, stop } = follow(store);
      double.faults.inject({ kind: 'silence-subscriptions' });
      for (let n = 0; !faults.some(({ message }) => message.includes('stopped sending')); n += 1) {
        await store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream');
        await vi.waitFor(() => expect(seen.length).toBe(n + 1), patience);
      }
      await stop();
      expect(seen).toEqual(numbers(seen.length));
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

    it('a long log without events of ours is passed by checkpoints, in pages without events', async () => {
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
