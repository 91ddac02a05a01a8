import fc from 'fast-check';
import type { KafkaMessage } from 'kafkajs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { toRecord } from './event-record.js';
import { PartitionWork } from './partition-work.js';

const positionAt = (n: number): Position => String(n).padStart(6, '0') as Position;

const recordOf = (n: number, offset: number, type = 'ThingHappened'): KafkaMessage => {
  const { record } = toRecord({
    id: `id-${n}`,
    type,
    version: 1,
    data: { n },
    metadata: {},
    stream: 'thing-1',
    revision: n,
    position: positionAt(n),
    recordedAt: '2026-11-21T12:00:00.000Z',
  });
  const headers = Object.fromEntries(
    Object.entries(record.headers ?? {}).map(([key, text]) => [key, Buffer.from(`${text}`)]),
  );
  const value = Buffer.isBuffer(record.value) ? record.value : null;
  return { key: Buffer.from('thing-1'), value, headers, timestamp: '0', attributes: 0, offset: String(offset) };
};

describe('work on a partition', () => {
  let handled: number[];
  let ends: Map<number, () => void>;
  let faults: unknown[];

  beforeEach(() => {
    handled = [];
    ends = new Map();
    faults = [];
  });

  const workAt = (position: Position = START, next = 0n, parked: string[] = []): PartitionWork => {
    const work = new PartitionWork(
      { topic: 'events', partition: 0 },
      {
        types: new Set(['ThingHappened']),
        onMessage: ({ data }, _work, onDone) => {
          handled.push(Number(data.n));
          ends.set(Number(data.n), onDone);
        },
        onFault: (error) => faults.push(error),
      },
    );
    work.begin({ place: { position, next }, parked: new Set(parked) });
    return work;
  };

  const endAll = () => {
    for (const end of ends.values()) end();
  };

  it('each event is handled once, however often relays began anew', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ back: fc.nat(10), count: fc.nat(10) }), { maxLength: 20 }), (relays) => {
        handled = [];
        const log: number[] = [];
        let published = 0;
        for (const { back, count } of relays) {
          const from = Math.max(0, published - back);
          for (let n = from + 1; n <= from + count; n += 1) log.push(n);
          published = Math.max(published, from + count);
        }
        workAt().accept(log.map((n, offset) => recordOf(n, offset)));
        expect(handled).toEqual(Array.from({ length: published }, (_, index) => index + 1));
      }),
    ));

  it('each event is handled once, however late a relay writes on that another has followed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ relay: fc.nat(5), count: fc.integer({ min: 1, max: 5 }), back: fc.nat(8) }), {
          maxLength: 40,
        }),
        (writes) => {
          handled = [];
          const log: number[] = [];
          // Where each relay is: it writes what follows what it wrote, without gaps.
          const places: number[] = [0];
          for (const { relay, count, back } of writes) {
            const newest = places.at(-1) ?? 0;
            if (relay === 5) places.push(Math.max(0, newest - back));
            const writer = relay % places.length;
            const from = places[writer] ?? 0;
            for (let n = from + 1; n <= from + count; n += 1) log.push(n);
            places[writer] = from + count;
          }
          workAt().accept(log.map((n, offset) => recordOf(n, offset)));
          expect(handled).toEqual(Array.from({ length: Math.max(0, ...places) }, (_, index) => index + 1));
        },
      ),
    ));

  it('events that the group had handled or that are parked are left out', () => {
    const work = workAt(positionAt(2), 2n, ['id-4']);
    work.accept([1, 2, 3, 4, 5].map((n) => recordOf(n, n - 1)));
    expect(handled).toEqual([3, 5]);
  });

  it('the place is held before the first message that is not done', () => {
    const work = workAt();
    work.accept([1, 2, 3].map((n) => recordOf(n, n + 9)));
    ends.get(2)?.();
    expect(work.unsaved(true)).toBeUndefined();
    ends.get(1)?.();
    expect(work.unsaved(false)).toMatchObject({ position: positionAt(2), next: 12n, mark: { id: 'id-2' } });
    ends.get(3)?.();
    expect(work.unsaved(false)).toMatchObject({ position: positionAt(3), next: 13n, mark: { id: 'id-3' } });
    expect(work.undone).toBe(0);
  });

  it('events of other types and repetitions move the offset alone', () => {
    const work = workAt();
    work.accept([recordOf(1, 0), recordOf(2, 1, 'OtherThingHappened'), recordOf(1, 2)]);
    endAll();
    expect(work.unsaved(true)).toMatchObject({ position: positionAt(1), next: 3n });
  });

  it('a place that moved without messages need not be saved at once', () => {
    const work = workAt();
    work.accept([recordOf(1, 0, 'OtherThingHappened')]);
    expect(work.unsaved(false)).toBeUndefined();
    expect(work.unsaved(true)).toMatchObject({ position: START, next: 1n });
  });

  it('messages that the log does not hold are passed by, and hide none at their positions', () => {
    const work = workAt();
    work.accept([recordOf(1, 0), recordOf(7, 1), recordOf(8, 2)], new Set(['1', '2']));
    work.accept([recordOf(2, 3), recordOf(3, 4)]);
    expect(handled).toEqual([1, 2, 3]);
    endAll();
    expect(work.unsaved(true)).toMatchObject({ position: positionAt(3), next: 5n });
  });

  it('work whose place was of another history takes what comes at earlier positions', () => {
    const work = workAt(positionAt(9));
    work.forgetSeen();
    work.accept([recordOf(3, 0), recordOf(4, 1)]);
    expect(handled).toEqual([3, 4]);
  });

  it('work goes on with a topic that was created anew', () => {
    const work = workAt(positionAt(5), 500n);
    work.accept([recordOf(6, 0), recordOf(7, 1)]);
    expect(handled).toEqual([6, 7]);
    expect(faults).toEqual([]);
  });

  it('records that were removed before they were read are reported', () => {
    const work = workAt(positionAt(5), 500n);
    work.accept([recordOf(90, 600)]);
    expect(String(faults[0])).toMatch('events/0: records 500 to 599 were removed before they were read');
    expect(handled).toEqual([90]);
  });
});
