import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { type DoubleProcess, startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { appendToEnd } from '../../contract/append-to-end.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { EventStoreError } from '../../event-store.errors.js';
import type { EventStore, RecordedEvent } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { realServer, StoresUnderTest } from '../event-store-under-test.contract.js';
import { ScanThread, ThreadEndedError } from './scan-thread.js';

const total = 5_000;

describe.skipIf(realServer !== undefined)('a scan of the log in a thread (the double, a process)', () => {
  let folder: string;
  let double: DoubleProcess;
  let stores: StoresUnderTest;
  let store: EventStore;
  let faults: Error[];
  let threadReads: MockInstance<ScanThread['read']>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-scan-'));
    double = await startDoubleProcess({ folder });
    stores = new StoresUnderTest(double.url);
    faults = [];
    store = stores.open({ onFault: (error) => faults.push(error) });
    threadReads = vi.spyOn(ScanThread.prototype, 'read');
    for (let n = 0; n < total; n += 250) {
      const numbers = Array.from({ length: 250 }, (_, i) => n + i);
      const events = numbers.map((number) => eventNumbered(number, { type: number % 4 === 0 ? 'Rare' : 'Often' }));
      await appendToEnd(store, `thing-${(n / 250) % 7}`, events);
    }
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await stores.close();
    await double.server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const threadUsed = (): ScanThread => {
    const [thread] = threadReads.mock.contexts;
    if (thread instanceof ScanThread) return thread;
    throw new Error('No thread was used');
  };

  /** Reads to the end of the log; what fails is asked for again behind the last page. */
  const readWhole = async (limit: number, types?: string[], onPage?: (pages: number) => Promise<unknown>) => {
    const events: RecordedEvent[] = [];
    let pages = 0;
    for (let after: Position = START; ; ) {
      try {
        const page = await store.readAll({ after, limit, ...(types && { types }) });
        events.push(...page.events);
        after = page.position;
        if (page.atEnd) return { events, position: after };
        pages += 1;
        await onPage?.(pages);
      } catch (error) {
        if (!(error instanceof EventStoreError)) throw error;
      }
    }
  };
  const expected = Array.from({ length: total }, (_, n) => n);
  const labelsOf = ({ events }: { events: RecordedEvent[] }) => events.map(({ data }) => data.label);

  it.each([
    ['of all types', undefined],
    ['of one type', ['Often']],
  ])('its events %s, their order and its positions are those of short pages, which are read here', async (_, types) => {
    const scanned = await readWhole(1_000, types);
    const asked = threadReads.mock.calls.length;
    expect(asked).toBeGreaterThan(1);
    expect(await readWhole(500, types)).toEqual(scanned);
    expect(threadReads.mock.calls.length).toBe(asked);
    expect(labelsOf(scanned)).toEqual(expected.filter((n) => types === undefined || n % 4 > 0));
    expect(faults).toEqual([]);
  });

  it('no event is missing or comes twice when the thread is ended in the middle of a page', async () => {
    const scanned = await readWhole(1_000, undefined, async (pages) => {
      if (pages === 3) void threadUsed().stop();
    });
    expect(labelsOf(scanned)).toEqual(expected);
    expect(faults).toEqual([expect.any(ThreadEndedError)]);
  });

  it('no event is missing or comes twice when the server is killed in the middle and comes back', async () => {
    const { port } = double;
    const scanned = await readWhole(1_000, undefined, async (pages) => {
      if (pages !== 3) return;
      await double.server.kill();
      double = await startDoubleProcess({ folder, port });
    });
    expect(labelsOf(scanned)).toEqual(expected);
    expect(threadReads.mock.results.length).toBeGreaterThan(2);
  });

  it('a store that is away is told, and the thread does not outlive the store', async () => {
    const read = (after: Position) => store.readAll({ after, limit: 1_000 });
    const { position } = await read((await read(START)).position);
    const { position: third } = await read(position);
    await double.server.kill();
    await expect(read(third)).rejects.toMatchObject({ kind: 'unavailable' });
    await store.close();
    await expect(threadUsed().read({ after: third, limit: 1 })).rejects.toThrow(ThreadEndedError);
  });
});
