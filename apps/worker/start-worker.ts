import { randomUUID } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';
import { publicUrlOf, type Settings } from '#libs/config/settings.js';
import { openBlobStore } from '#libs/engines/blob-store.js';
import { dependenciesOf } from '#libs/engines/dependencies.js';
import { openFoundation } from '#libs/engines/foundation.js';
import { openInferenceEngine } from '#libs/engines/inference-engine.js';
import { openJobQueue } from '#libs/engines/job-queue.js';
import { openMessageBus } from '#libs/engines/message-bus.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { createFormatHost } from '#libs/formats/host/format-host.js';
import type { JobQueue } from '#libs/job-queue/job-queue.port.js';
import { createPostgresLeases } from '#libs/lease/postgres-leases.js';
import type { MessageBus } from '#libs/message-bus/message-bus.port.js';
import { createPool } from '#libs/postgres/pool.js';
import { offerMetrics } from '#libs/process-role/metrics-channel.js';
import { operationsOfOneAlone } from '#libs/process-role/operations-server.js';
import { prepareEngines } from '#libs/process-role/prepare-engines.js';
import type { RunningRole } from '#libs/process-role/run-role.js';
import { createProjectionProgress } from '#libs/projection/projection-progress.js';
import { askedOnce } from '#libs/telemetry/asked-once.js';
import type { Logger } from '#libs/telemetry/logger.js';
import { createRegistry } from '#libs/telemetry/metrics.js';
import { createWebhookSender } from '#libs/webhook-sender/webhook-sender.js';
import { openReadModels } from '#projections/all-projections.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import {
  expireDocument,
  expirySweepEveryMs,
  expirySweepQueue,
  scheduleExpiry,
  sweepExpired,
} from './document-expiry/document-expiry.js';
import { documentFiles } from './document-files/document-files.consumer.js';
import { orphanSweep, orphanSweepEveryMs, orphanSweepQueue } from './document-files/orphan-sweep.js';
import { documentTranslation } from './document-translation/document-translation.consumer.js';
import { DocumentTranslator } from './document-translation/document-translator.js';
import { migrateSegmentBatches, SegmentBatches } from './document-translation/segment-batches.js';
import { glossaryFiles } from './glossary-files/glossary-files.consumer.js';
import { sweepTextStreams, textStreamSweepEveryMs, textStreamSweepQueue } from './text-streams/text-stream-sweep.js';
import { documentWebhooks } from './webhooks/document-webhooks.consumer.js';
import {
  attemptDelivery,
  deliverySweepEveryMs,
  deliverySweepQueue,
  scheduleAttempts,
  sweepDeliveries,
} from './webhooks/webhook-attempts.js';

const poolSize = 16;
const readPoolSize = 2;
const formatThreads = 2;
const documentsAtATime = 3;

/** Translates documents, delivers webhooks, removes what has expired; in any number of processes. */
export const startWorker = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  await prepareEngines(settings, logger);
  const foundation = await openFoundation(settings, { role: 'worker', poolSize, logger });
  const { pool, eventStore, keyVault, subjectKeys, databaseUrl } = foundation;
  // Renewals must not wait behind the work that they are for.
  const leasePool = createPool({ connectionString: databaseUrl, max: 2, applicationName: 'transledger worker leases' });
  await migrateSegmentBatches(pool);
  const readModels = await openReadModels({ connectionString: databaseUrl, poolSize: readPoolSize });
  const blobs = await openBlobStore(settings, keyVault, logger);
  const inference = openInferenceEngine(settings, logger);
  const formats = createFormatHost({ threads: formatThreads });
  const leases = createPostgresLeases(leasePool);
  const bus = openMessageBus(settings, foundation, leases, logger);
  const writer = new DayStreamWriter({ eventStore, processId: randomUUID() });
  const progress = createProjectionProgress({ pool });
  const jobs = await openJobQueue(settings, databaseUrl, logger);
  const sender = createWebhookSender({
    allowPrivate: settings.TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE,
    allowHttp: settings.TRANSLEDGER_WEBHOOK_ALLOW_HTTP,
  });

  await work(jobs, {
    expire: expireDocument(eventStore),
    attempt: attemptDelivery({ eventStore, keyVault, sender }),
    sweepExpired: sweepExpired(eventStore, new DocumentQueries(readModels, subjectKeys)),
    sweepDeliveries: sweepDeliveries(jobs, new WebhookDeliveryQueries(readModels)),
    orphanSweep: orphanSweep(blobs, eventStore),
    sweepTextStreams: sweepTextStreams({
      eventStore,
      writer,
      leases,
      progress,
      streams: new TextStreamQueries(readModels),
    }),
  });
  const batches = new SegmentBatches(pool, keyVault);
  const groups = [
    documentTranslation({
      eventStore,
      batches,
      blobs,
      translator: new DocumentTranslator(blobs, formats, inference, batches),
      keepForMs: settings.TRANSLEDGER_DOCUMENT_TTL,
      concurrency: documentsAtATime,
    }),
    documentFiles(blobs, keyVault),
    glossaryFiles(blobs),
    scheduleExpiry(jobs),
    documentWebhooks(eventStore, publicUrlOf(settings)),
    scheduleAttempts(jobs),
  ];
  const consumers = await Promise.all(groups.map((group) => bus.consume(group)));
  const registry = createRegistry('worker');
  measureWork(registry, bus, jobs);
  offerMetrics(registry);
  const operations = operationsOfOneAlone(
    settings,
    registry,
    dependenciesOf(settings, { foundation, blobs, inference }),
  );
  logger.info('consuming');

  return {
    stop: async () => {
      operations?.close();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await jobs.stop();
      await Promise.all([writer.close(), progress.close()]);
      await bus.close();
      await leases.close();
      await leasePool.end();
      await Promise.all([inference.close(), formats.close(), readModels.destroy()]);
      await foundation.close();
    },
  };
};

interface Queues {
  expire: ReturnType<typeof expireDocument>;
  attempt: ReturnType<typeof attemptDelivery>;
  sweepExpired: ReturnType<typeof sweepExpired>;
  sweepDeliveries: ReturnType<typeof sweepDeliveries>;
  orphanSweep: ReturnType<typeof orphanSweep>;
  sweepTextStreams: ReturnType<typeof sweepTextStreams>;
}

const work = async (jobs: JobQueue, queues: Queues): Promise<void> => {
  await jobs.work(queues.expire);
  await jobs.work(queues.attempt);
  await jobs.work(queues.sweepExpired);
  await jobs.work(queues.sweepDeliveries);
  await jobs.work(queues.orphanSweep);
  await jobs.work(queues.sweepTextStreams);
  await jobs.repeat(expirySweepQueue, expirySweepEveryMs, {});
  await jobs.repeat(deliverySweepQueue, deliverySweepEveryMs, {});
  await jobs.repeat(orphanSweepQueue, orphanSweepEveryMs, {});
  await jobs.repeat(textStreamSweepQueue, textStreamSweepEveryMs, {});
};

const measureWork = (registry: Registry, bus: MessageBus, jobs: JobQueue): void => {
  const groups = askedOnce(() => bus.status());
  const queues = askedOnce(() => jobs.status());
  new Gauge({
    name: 'transledger_consumer_lag_events',
    help: 'Messages that a consumer group still has to pass.',
    labelNames: ['group'] as const,
    registers: [registry],
    aggregator: 'max', // every node sees the same
    async collect() {
      for (const { group, lagEvents } of (await groups()) ?? []) this.set({ group }, lagEvents);
    },
  });
  new Gauge({
    name: 'transledger_consumer_parked_messages',
    help: 'Messages that were given up.',
    labelNames: ['group'] as const,
    registers: [registry],
    aggregator: 'max', // every node sees the same
    async collect() {
      for (const { group, parked } of (await groups()) ?? []) this.set({ group }, parked);
    },
  });
  new Gauge({
    name: 'transledger_jobs',
    help: 'Jobs of a queue by state.',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    aggregator: 'max', // every node sees the same
    async collect() {
      for (const { queue, waiting, delayed, active, failed } of (await queues()) ?? []) {
        for (const [state, count] of Object.entries({ waiting, delayed, active, failed })) {
          this.set({ queue, state }, count);
        }
      }
    },
  });
};
