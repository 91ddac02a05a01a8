import type { Settings } from '#libs/platform/config/settings.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { checkEventStoreDb } from '#libs/ports/event-store/eventstoredb/check-event-store-db.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { checkKafka } from '#libs/ports/message-bus/kafka/check-kafka.js';
import type { Foundation } from './foundation.js';
import { jobQueueCheck } from './job-queue.js';
import { kafkaConnection } from './kafka-connection.js';

const saying = async (reason: string, work: () => Promise<unknown>): Promise<void> => {
  await work().catch(() => {
    throw new Error(reason);
  });
};

const service = (name: string, check: () => Promise<unknown>): Dependency => ({
  name,
  code: 'service_unavailable',
  check,
});

const checkInference = async (inference: InferenceEngine): Promise<void> => {
  const { ready, reason } = await inference.health();
  if (!ready) throw new Error(reason ?? 'The translation engine is not ready.');
};

interface Opened {
  foundation: Pick<Foundation, 'pool' | 'eventStore'>;
  blobs?: BlobStore;
  inference?: InferenceEngine;
}

/** The dependencies of a role under these settings, each with a check whether it can be used now. */
export const dependenciesOf = (settings: Settings, { foundation, blobs, inference }: Opened): Dependency[] => {
  const { EVENTSTORE_URL } = settings;
  const kafka = kafkaConnection(settings);
  const redisCheck = jobQueueCheck(settings);
  const dependencies = [
    service('database', () => saying('PostgreSQL does not answer.', () => foundation.pool.query('select 1'))),
    service('event_store', () =>
      EVENTSTORE_URL === undefined
        ? saying('The event store does not answer.', () => foundation.eventStore.head())
        : checkEventStoreDb({ url: EVENTSTORE_URL }),
    ),
  ];
  if (kafka !== undefined) dependencies.push(service('message_bus', () => checkKafka(kafka)));
  if (redisCheck !== undefined) dependencies.push(service('redis', redisCheck));
  if (blobs !== undefined) dependencies.push(service('blob_store', () => blobs.check()));
  if (inference !== undefined) {
    dependencies.push({ name: 'inference', code: 'model_unavailable', check: () => checkInference(inference) });
  }
  return dependencies;
};
