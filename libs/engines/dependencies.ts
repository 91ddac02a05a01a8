import type { Settings } from '#libs/platform/config/settings.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KafkaConnection } from '#libs/ports/message-bus/kafka/kafka-connection.js';
import type { Foundation } from './foundation.js';
import { jobQueueCheck } from './job-queue.js';
import { kafkaConnection } from './kafka-connection.js';

const failingWith = async (reason: string, work: () => Promise<unknown>): Promise<void> => {
  await work().catch(() => {
    throw new Error(reason);
  });
};

const service = (name: string, check: () => Promise<unknown>): Dependency => ({
  name,
  code: 'service_unavailable',
  check,
});

const eventStoreDbAnswers = async (url: string): Promise<void> => {
  const { checkEventStoreDb } = await import('#libs/ports/event-store/eventstoredb/check-event-store-db.js');
  await checkEventStoreDb({ url });
};

const kafkaAnswers = async (kafka: KafkaConnection): Promise<void> => {
  const { checkKafka } = await import('#libs/ports/message-bus/kafka/check-kafka.js');
  await checkKafka(kafka);
};

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
    service('database', () => failingWith('PostgreSQL does not answer.', () => foundation.pool.query('select 1'))),
    service('event_store', () =>
      EVENTSTORE_URL === undefined
        ? failingWith('The event store does not answer.', () => foundation.eventStore.head())
        : eventStoreDbAnswers(EVENTSTORE_URL),
    ),
  ];
  if (kafka !== undefined) dependencies.push(service('message_bus', () => kafkaAnswers(kafka)));
  if (redisCheck !== undefined) dependencies.push(service('redis', redisCheck));
  if (blobs !== undefined) dependencies.push(service('blob_store', () => blobs.check()));
  if (inference !== undefined) {
    dependencies.push({ name: 'inference', code: 'model_unavailable', check: () => checkInference(inference) });
  }
  return dependencies;
};
