import type { Kafka } from 'kafkajs';
import { expect, it } from 'vitest';
import { pause } from '#libs/platform/async/pause.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Parking } from '../message-task.js';
import type { GroupOffsets } from './group-offsets.js';
import { KafkaGroupConsumer } from './kafka-group-consumer.js';

/** Reads beyond which the database answers no more, so that a loop without an end lets the test go on. */
const maxReads = 1_000;

it('a consumer that ends does not go on asking a database that is away where its partitions begin', async () => {
  let reads = 0;
  const places: Partial<GroupOffsets> = {
    read: () => {
      reads += 1;
      return reads < maxReads ? Promise.reject(new Error('The pool has ended')) : new Promise(() => undefined);
    },
  };
  const consumer = new KafkaGroupConsumer({
    kafka: {} as Kafka,
    prefix: 'test.',
    group: {
      name: 'group',
      types: ['TextTranslated'],
      concurrency: 1,
      retryDelays: [],
      handle: () => Promise.resolve(),
    },
    eventStore: {} as EventStore,
    places: places as GroupOffsets,
    parking: {} as Parking,
    sessionTimeoutMs: 1_000,
    onFault: () => undefined,
  });
  consumer.onAssigned([{ topic: 'test.texts', partition: 0 }]);
  await pause(10);
  expect(reads).toBe(1);
  consumer.end(10_000);
  await pause(50);
  expect(reads).toBeLessThan(4);
});
