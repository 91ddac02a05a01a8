import type { KafkaMessage } from 'kafkajs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { eventNumbered } from '../../event-store/contract/numbered-events.js';
import { toRecord } from './event-record.js';
import { compareWithLog } from './log-comparison.js';
import { PartitionWork } from './partition-work.js';

const recordOf = (event: RecordedEvent, offset: number): KafkaMessage => {
  const { record } = toRecord(event);
  const headers = Object.fromEntries(
    Object.entries(record.headers ?? {}).map(([key, text]) => [key, Buffer.from(`${text}`)]),
  );
  const value = Buffer.isBuffer(record.value) ? record.value : null;
  return { key: null, value, headers, timestamp: '0', attributes: 0, offset: String(offset) };
};

describe('what comes over Kafka, compared with the log', () => {
  let log: InMemoryEventStore;
  let lost: InMemoryEventStore;
  let work: PartitionWork;

  beforeEach(async () => {
    [log, lost] = [new InMemoryEventStore(), new InMemoryEventStore()];
    work = new PartitionWork(
      { topic: 'events', partition: 0 },
      { types: new Set(['Numbered']), onMessage: () => undefined, onFault: () => undefined },
    );
    work.begin({ place: { position: START, next: 0n }, parked: new Set() });
    for (const store of [log, lost]) {
      await store.append('thing-1', [{ ...eventNumbered(0), type: 'Numbered' }], 'no-stream');
    }
    await lost.append('thing-1', [{ ...eventNumbered('lost'), type: 'Numbered' }], 0);
    await log.append('thing-1', [{ ...eventNumbered('since'), type: 'Numbered' }], 0);
  });

  const records = (store: InMemoryEventStore) => store.events.map((event, offset) => recordOf(event, offset));

  it('a message that the log holds under its id is known, and another at its place is foreign', async () => {
    expect(await compareWithLog(log, work, records(log))).toEqual({ foreign: new Set(), isPlaceForeign: false });
    expect(await compareWithLog(log, work, records(lost))).toEqual({ foreign: new Set(['1']), isPlaceForeign: false });
  });

  it('a place behind a message that the log does not hold is foreign once messages come again', async () => {
    work.accept(records(lost));
    expect(await compareWithLog(log, work, records(log))).toEqual({ foreign: new Set(), isPlaceForeign: true });
  });

  it('a long comparison says again and again that it goes on', async () => {
    for (let n = 0; n < 12; n += 1)
      await log.append(`many-${n}`, [{ ...eventNumbered(`many ${n}`), type: 'Numbered' }], 'no-stream');
    let steps = 0;
    await compareWithLog(log, work, records(log), async () => {
      steps += 1;
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  it('messages that come again in the same history are no reason to look at each of them', async () => {
    work.accept(records(log));
    const read = vi.spyOn(log, 'readStream');
    expect(await compareWithLog(log, work, records(log))).toEqual({ foreign: new Set(), isPlaceForeign: false });
    expect(read).toHaveBeenCalledTimes(1);
  });
});
