import { randomUUID } from 'node:crypto';
import { BackgroundWorkModule } from '#libs/application/background-work.module.js';
import { openCommandBus } from '#libs/application/open-command-bus.js';
import { textStreamLeases } from '#libs/application/text-streams/text-stream-lease.js';
import { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { SegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';
import { openBlobStore } from '#libs/engines/blob-store.js';
import { dependenciesOf } from '#libs/engines/dependencies.js';
import { openFoundation } from '#libs/engines/foundation.js';
import { openInferenceEngine } from '#libs/engines/inference-engine.js';
import { openJobQueue } from '#libs/engines/job-queue.js';
import { measureRole } from '#libs/engines/measure-role.js';
import { openMessageBus } from '#libs/engines/message-bus.js';
import { prepareEngines } from '#libs/engines/prepare-engines.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { measuredSender } from '#libs/platform/outbound-http/measured-sender.js';
import { createWebhookSender } from '#libs/platform/outbound-http/webhook-sender.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { operationsOfOneAlone, operationsPlace } from '#libs/platform/process/operations-server.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { whileWaiting } from '#libs/platform/process/waiting-room.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { measuredEngine } from '#libs/ports/inference/measured-engine.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { watchedQueue } from '#libs/ports/job-queue/watched-queue.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { removeEndedLeases } from '#libs/ports/lease/remove-ended-leases.js';
import { watchedGroup } from '#libs/ports/message-bus/watched-group.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { createProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import {
  expireDocument,
  expirySweepEveryMs,
  expirySweepQueue,
  scheduleExpiry,
  sweepExpired,
} from './documents/expiry/document-expiry.js';
import { documentFiles } from './documents/files/document-files.consumer.js';
import { orphanSweep, orphanSweepEveryMs, orphanSweepQueue } from './documents/files/orphan-sweep.js';
import { documentTranslation } from './documents/translation/document-translation.consumer.js';
import { DocumentTranslator } from './documents/translation/document-translator.js';
import { glossaryFiles } from './glossaries/glossary-files.consumer.js';
import { sweepTextStreams, textStreamSweepEveryMs, textStreamSweepQueue } from './text-streams/text-stream-sweep.js';
import { documentWebhooks } from './webhooks/document-webhooks.consumer.js';
import {
  attemptDelivery,
  deliverySweepEveryMs,
  deliverySweepQueue,
  scheduleAttempts,
  sweepDeliveries,
} from './webhooks/webhook-attempts.js';
import { measureWork } from './work-metrics.js';

const poolSize = 16;
const readPoolSize = 2;
const formatThreads = 2;
const documentsAtATime = 3;

/** Translates documents, delivers webhooks, removes what has expired; in any number of processes. */
export const startWorker = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  await whileWaiting(operationsPlace(settings), prepareEngines(settings, logger, migrateReadModels));
  const registry = createRegistry('worker');
  const lifeCycle = observedLifeCycle(logger, registry);
  const foundation = await openFoundation(settings, { role: 'worker', poolSize, logger, registry });
  const { pool, eventStore, keyVault, subjectKeys, databaseUrl } = foundation;
  // Renewals must not wait behind the work that they are for.
  const leasePool = createPool({ connectionString: databaseUrl, max: 2, applicationName: 'transledger worker leases' });
  const readModels = await openReadModels({ connectionString: databaseUrl, poolSize: readPoolSize });
  const blobs = await openBlobStore(settings, keyVault, logger);
  const inference = measuredEngine(openInferenceEngine(settings, logger), registry);
  const formats = createFormatHost({ threads: formatThreads });
  const leases = createPostgresLeases(leasePool);
  const bus = openMessageBus(settings, foundation, leases, lifeCycle);
  const writer = new DayStreamWriter({ eventStore, processId: randomUUID() });
  const commands = await openCommandBus(BackgroundWorkModule, [
    { provide: EVENT_STORE, useValue: eventStore },
    { provide: DayStreamWriter, useValue: writer },
  ]);
  const progress = createProjectionProgress({ pool });
  const jobs = await openJobQueue(settings, databaseUrl, logger);
  const webhooks = createWebhookSender({
    allowPrivate: settings.TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE,
    allowHttp: settings.TRANSLEDGER_WEBHOOK_ALLOW_HTTP,
  });
  const sender = measuredSender(webhooks, registry);

  await work(jobs, lifeCycle, {
    expire: expireDocument({ eventStore, commands }),
    attempt: attemptDelivery({ eventStore, commands, keyVault, sender, lifeCycle }),
    sweepExpired: sweepExpired({ eventStore, commands }, new DocumentQueries(readModels, subjectKeys)),
    sweepDeliveries: sweepDeliveries(jobs, new WebhookDeliveryQueries(readModels)),
    orphanSweep: orphanSweep(blobs, eventStore),
    sweepTextStreams: sweepTextStreams({
      eventStore,
      commands,
      leases,
      progress,
      streams: new TextStreamQueries(readModels),
      removeEndedLeases: () => removeEndedLeases(leasePool, textStreamLeases),
    }),
  });
  const batches = new SegmentBatches(pool, keyVault);
  const groups = [
    documentTranslation({
      eventStore,
      commands,
      batches,
      blobs,
      failures: new FailedTranslations(pool),
      lifeCycle,
      translator: new DocumentTranslator(blobs, formats, inference, batches),
      keepForMs: settings.TRANSLEDGER_DOCUMENT_TTL,
      concurrency: documentsAtATime,
    }),
    documentFiles(blobs, keyVault),
    glossaryFiles(blobs),
    scheduleExpiry(jobs),
    documentWebhooks(commands, publicUrlOf(settings)),
    scheduleAttempts(jobs),
  ];
  const consumers = await Promise.all(groups.map(watchedGroup(lifeCycle)).map((group) => bus.consume(group)));
  const dependencies = dependenciesOf(settings, { foundation, blobs, inference });
  measureRole(registry, { settings, foundation, dependencies });
  measureWork(registry, bus, jobs);
  offerMetrics(registry);
  const operations = operationsOfOneAlone(settings, registry, dependencies);
  logger.info('consuming');

  return {
    stop: async () => {
      operations?.close();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await jobs.stop();
      await commands.close();
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

const work = async (jobs: JobQueue, lifeCycle: LifeCycle, queues: Queues): Promise<void> => {
  const watched = watchedQueue(lifeCycle);
  await jobs.work(watched(queues.expire));
  await jobs.work(watched(queues.attempt));
  await jobs.work(watched(queues.sweepExpired));
  await jobs.work(watched(queues.sweepDeliveries));
  await jobs.work(watched(queues.orphanSweep));
  await jobs.work(watched(queues.sweepTextStreams));
  await jobs.repeat(expirySweepQueue, expirySweepEveryMs, {});
  await jobs.repeat(deliverySweepQueue, deliverySweepEveryMs, {});
  await jobs.repeat(orphanSweepQueue, orphanSweepEveryMs, {});
  await jobs.repeat(textStreamSweepQueue, textStreamSweepEveryMs, {});
};
