import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import type { Fault } from '#test/eventstore-double/faults.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readLog, readWhole } from '../../contract/reading.js';
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
    expect(labels(await readLog(store, { after: START })).toSorted()).toEqual(streams.toSorted());
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

  it('an append that may be written is of unknown outcome also where the server refuses its repetition', async () => {
    const store = stores.open({ appendTimeoutMs: 1_000 });
    await store.append('thing-1', [eventNumbered(0)], 'no-stream');
    double.faults.inject({ kind: 'drop-after-commit', times: 1 });
    double.faults.inject({ kind: 'access-denied', on: 'writes', spares: 1 });
    const append = () => store.append('thing-1', [eventNumbered(1)], 0);
    await expect(append()).rejects.toMatchObject({ kind: 'outcome-unknown' });
    double.faults.clear();
    expect(await append()).toMatchObject({ revision: 1 });
    expect(labels(await readWhole(store, 'thing-1'))).toEqual([0, 1]);
  });

  it('a conflict on a stream that may not be read is said at once, and that nothing was written', async () => {
    const store = stores.open();
    await store.append('thing-1', [eventNumbered(1)], 'no-stream');
    double.faults.inject({ kind: 'access-denied', on: 'reads' });
    await expect(store.append('thing-1', [eventNumbered(2)], 'no-stream')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/told from a repeat.*lacks the right/),
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

  describe('a copy of an append that is still being indexed is refused with a wrong expected version', () => {
    const lag = { kind: 'slow-indexing', ms: 300, times: 1 } as const;

    it.each([1, 5])('the copy of an append of %i events waits until they are there, and is a repeat', async (count) => {
      const store = stores.open();
      await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
      const events = numbers(count).map((n) => eventNumbered(n));
      double.faults.inject(lag);
      const copies = numbers(20).map(() => store.append('thing-1', events, 0));
      const [first, ...others] = await Promise.all(copies);
      expect(double.faults.fired('slow-indexing')).toBe(1);
      for (const other of others) expect(other).toEqual(first);
      expect(labels(await readWhole(store, 'thing-1'))).toEqual(['zero', ...numbers(count)]);
    });

    it('another append at the same revision is a conflict at once, and one of other events behind the first too', async () => {
      const store = stores.open();
      await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
      double.faults.inject(lag);
      const first = store.append('thing-1', [eventNumbered('a'), eventNumbered('b')], 0);
      const refused = await Promise.allSettled([
        store.append('thing-1', [eventNumbered('other')], 0),
        store.append('thing-1', [eventNumbered('a'), eventNumbered('other')], 0),
        store.append(
          'thing-1',
          ['a', 'b', 'c'].map((label) => eventNumbered(label)),
          0,
        ),
      ]);
      expect(refused.map((outcome) => outcome.status === 'rejected' && outcome.reason.kind)).toEqual([
        'wrong-expected-revision',
        'partly-repeated',
        'partly-repeated',
      ]);
      expect(await first).toMatchObject({ revision: 2 });
    });

    it('the outcome is unknown while the server shows less of a stream than it says', async () => {
      const [store, other] = [stores.open(), stores.open()];
      await Promise.all([store.head(), other.head()]);
      const events = [eventNumbered('a')];
      double.faults.inject({ kind: 'slow-indexing', ms: 5_000, times: 1 });
      const first = store.append('thing-1', events, 'no-stream');
      await vi.waitFor(() => expect(double.faults.fired('slow-indexing')).toBe(1), 20_000);
      await expect(other.append('thing-1', events, 'no-stream')).rejects.toMatchObject({ kind: 'outcome-unknown' });
      expect(await first).toMatchObject({ revision: 0 });
    });
  });

  describe('a stream that an operator deleted softly: nothing of ours deletes any', () => {
    it('no source of the adapter deletes a stream or sets its metadata', () => {
      const folder = join(import.meta.dirname, '..');
      const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.spec.ts'));
      expect(sources.length).toBeGreaterThan(15);
      const deleting = /deleteStream|tombstoneStream|setStreamMetadata|StreamsClient, '(?:delete|tombstone)'/;
      expect(sources.filter((file) => deleting.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
    });

    it('an append to it goes on with its numbers, though reads find no stream for a moment after', async () => {
      const store = stores.open();
      await store.append(
        'thing-1',
        numbers(3).map((n) => eventNumbered(n)),
        'no-stream',
      );
      const operator = EventStoreDBClient.connectionString(double.url);
      await operator.deleteStream(`${stores.streamPrefix}thing-1`);
      await operator.dispose();
      double.faults.inject({ kind: 'slow-undelete', ms: 500, times: 1 });
      const events = [eventNumbered('a'), eventNumbered('b')];
      const first = await store.append('thing-1', events, 2);
      expect(first).toMatchObject({ revision: 4, repeated: false });
      expect(await readWhole(store, 'thing-1')).toEqual([]);
      expect(await store.append('thing-1', events, 2)).toEqual({ ...first, repeated: true });
      expect(labels((await store.readAll({ after: START, limit: 10 })).events)).toEqual([0, 1, 2, 'a', 'b']);
      await vi.waitFor(async () => expect(labels(await readWhole(store, 'thing-1'))).toEqual(['a', 'b']), 20_000);
    });
  });

  it('an append to a server that is starting, whose error has no name, is tried again, since nothing was written', async () => {
    const store = stores.open();
    double.faults.inject({ kind: 'not-ready', times: 3 });
    await appendMany(store, ['thing-1', 'thing-2']);
    await eachOnce(store, ['thing-1', 'thing-2']);
  });
});
