import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import type { Fault } from '#test/eventstore-double/faults.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readWhole } from '../../contract/reading.js';
import type { EventStore } from '../../event-store.port.js';
import { START } from '../../position.js';
import { realServer, StoresUnderTest } from '../event-store-under-test.contract.js';

/**
 * Known faults of client and server, and how the store handles them. The double makes the faults, so the cases are
 * skipped on a real server.
 */
describe.skipIf(realServer !== undefined)('a trap of appending (needs the faults of the double)', () => {
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

  const eachOnce = async (store: EventStore, streams: string[]) => {
    const { events } = await store.readAll({ after: START, limit: 1_000 });
    expect(labels(events).toSorted()).toEqual(streams.toSorted());
  };

  describe('one error of the append stream takes every append in flight with it, outcome unknown', () => {
    it.each<[string, Fault['kind'] & ('drop-before-commit' | 'drop-after-commit')]>([
      ['not written', 'drop-before-commit'],
      ['written', 'drop-after-commit'],
    ])('an append that was lost with the stream is repeated by itself and written once: it was %s', async (_, kind) => {
      const store = stores.open();
      const streams = numbers(50).map((n) => `thing-${n}`);
      await store.append('first-1', [eventNumbered('first-1')], 'no-stream');
      double.faults.inject({ kind, times: 3 });
      await appendMany(store, streams);
      expect(double.faults.fired(kind)).toBe(3);
      await eachOnce(store, ['first-1', ...streams]);
    });

    it('an error of the append stream fails no append of another store in this process', async () => {
      const [store, other] = [stores.open(), stores.open({ appendTimeoutMs: 60_000 })];
      await appendMany(store, ['warm-1']);
      await appendMany(other, ['warm-2']);
      double.faults.inject({ kind: 'delay', ms: 500, stream: `${stores.streamPrefix}slow-` });
      const slow = other.append('slow-1', [eventNumbered('slow-1')], 'no-stream');
      double.faults.inject({ kind: 'drop-after-commit', times: 1, stream: `${stores.streamPrefix}cut-` });
      await appendMany(store, ['cut-1', 'cut-2']);
      await slow;
      expect(double.faults.fired('delay')).toBe(1); // never repeated
      await eachOnce(store, ['warm-1', 'warm-2', 'slow-1', 'cut-1', 'cut-2']);
    });

    it('an append whose stream does not recover in time has an unknown outcome', async () => {
      const store = stores.open({ appendTimeoutMs: 1_000 });
      double.faults.inject({ kind: 'drop-after-commit' });
      const append = () => store.append('thing-1', [eventNumbered(1)], 'no-stream');
      await expect(append()).rejects.toMatchObject({ kind: 'outcome-unknown' });
      double.faults.clear();
      expect(await append()).toMatchObject({ revision: 0 });
      expect(labels(await readWhole(store, 'thing-1'))).toEqual([1]);
    });
  });

  describe('an append has no deadline', () => {
    it.each(['hang', 'hang-after-commit'] as const)('an unanswered append ends at our timeout: %s', async (kind) => {
      const store = stores.open({ appendTimeoutMs: 1_000 });
      double.faults.inject({ kind });
      const begun = performance.now();
      await expect(store.append('thing-1', [eventNumbered(1)], 'no-stream')).rejects.toMatchObject({
        kind: 'outcome-unknown',
      });
      expect(performance.now() - begun).toBeGreaterThan(500);
      expect(performance.now() - begun).toBeLessThan(20_000);
    });

    it.each(['hang', 'hang-after-commit'] as const)(
      'an append without an answer is tried over another connection before its timeout: %s',
      async (kind) => {
        const store = stores.open({ appendTimeoutMs: 5_000 });
        double.faults.inject({ kind, times: 1 });
        expect(await store.append('thing-1', [eventNumbered(1)], 'no-stream')).toMatchObject({ revision: 0 });
        expect(labels(await readWhole(store, 'thing-1'))).toEqual([1]);
      },
    );
  });

  it('throwOnAppendFailure=false, which would report revision 1 for a conflict, is ignored', async () => {
    const faults: Error[] = [];
    const stubborn = new StoresUnderTest(`${double.url}&throwOnAppendFailure=false`);
    const store = stubborn.open({ onFault: (error) => faults.push(error) });
    await store.append(
      'thing-1',
      numbers(8).map((n) => eventNumbered(n)),
      'no-stream',
    );
    await expect(store.append('thing-1', [eventNumbered('new')], 3)).rejects.toMatchObject({
      kind: 'wrong-expected-revision',
      actual: 7,
    });
    expect(faults.map(({ message }) => message)).toEqual([
      'EVENTSTORE_URL: the option throwonappendfailure has no effect',
    ]);
    await stubborn.close();
  });

  it('a repeat that the server answers as a success at the earlier position is reported as a repeat', async () => {
    const store = stores.open();
    const events = [eventNumbered('a'), eventNumbered('b')];
    const first = await store.append('thing-1', events, 'no-stream');
    await double.writeForeignEvents('elsewhere-1', 10);
    expect(await stores.open().append('thing-1', events, 'no-stream')).toEqual({ ...first, repeated: true });
  });

  it('an append to a server that is starting, whose error has no name, is tried again, since nothing was written', async () => {
    const store = stores.open();
    double.faults.inject({ kind: 'not-ready', times: 3 });
    await appendMany(store, ['thing-1', 'thing-2']);
    await eachOnce(store, ['thing-1', 'thing-2']);
  });
});
