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
    expect(work.unsaved(false)).toEqual({ position: positionAt(2), next: 12n });
    ends.get(3)?.();
    expect(work.unsaved(false)).toEqual({ position: positionAt(3), next: 13n });
    expect(work.undone).toBe(0);
  });

  it('records of other producers move the place, and repetitions the offset alone', () => {
    const work = workAt();
    work.accept([recordOf(1, 0), recordOf(2, 1, 'OtherThingHappened'), recordOf(1, 2)]);
    endAll();
    expect(work.unsaved(true)).toEqual({ position: positionAt(2), next: 3n });
  });

  it('a place that moved without messages need not be saved at once', () => {
    const work = workAt();
    work.accept([recordOf(1, 0, 'OtherThingHappened')]);
    expect(work.unsaved(false)).toBeUndefined();
    expect(work.unsaved(true)).toEqual({ position: positionAt(1), next: 1n });
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
