import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { documentTranslation } from '#apps/worker/documents/translation/document-translation.consumer.js';
import { reportGeneration } from '#apps/worker/reports/generation/report-generation.consumer.js';
import { attemptDelivery } from '#apps/worker/webhooks/webhook-attempts.js';
import { Removals } from '#apps/worker/work/removals.js';
import { FailedTranslations, migrateFailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { keepWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { openMessageBus, openRelay } from '#libs/engines/message-bus.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { dependencyBreaker } from '#libs/platform/process/dependency-breaker.js';
import { lifeCycleLines } from '#libs/platform/telemetry/life-cycle/life-cycle.log.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { tampering } from '#libs/ports/event-store/postgres/unguarded-log.fixture.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { createPgBossJobQueue } from '#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js';
import { watchedQueue } from '#libs/ports/job-queue/watched-queue.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { migrateKafkaBus } from '#libs/ports/message-bus/kafka/migrate-kafka-bus.js';
import { RelayHaltedError } from '#libs/ports/message-bus/kafka/relay-halted.errors.js';
import { watchedRelay } from '#libs/ports/message-bus/kafka/watched-relay.js';
import type { Delivery, MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { watchedGroup } from '#libs/ports/message-bus/watched-group.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import { entriesOf, ProjectionFixture, tallyOf } from '#libs/read-side/projection/projection.fixture.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import {
  deliveryOf,
  documentId,
  translationId,
  uploadDocument,
  uploaderMetadata,
} from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { recordReport, reportId, reportRequested } from '#test/fakes/report-events.js';

const patient = { timeout: 60_000, interval: 20 };
const secret = 'Dear Sir or Madam';
const fail = (): never => {
  throw new RangeError(secret);
};

const lines: Record<string, unknown>[] = [];
const logger = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
const lifeCycle = observedLifeCycle(logger);

let fixture: ProjectionFixture;
let bus: MessageBus;
let jobs: JobQueue;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
  const { pool, url, leases, eventStore } = fixture;
  await migrateKafkaBus(pool);
  await migrateFailedTranslations(pool);
  bus = await openMessageBus(readSettings({ DATABASE_URL: url }), { pool, eventStore }, leases, lifeCycle);
  jobs = await createPgBossJobQueue({ connectionString: url, pollMs: 50 });
});
afterEach(() => fixture.clear());
afterAll(async () => {
  await jobs.stop(0);
  await bus.close();
  await fixture.close();
});

const runJob = async (queue: string, retryDelays: readonly number[]): Promise<void> => {
  const definition = { name: queue, concurrency: 1, retryDelays, timeoutMs: 60_000, handle: async () => fail() };
  await jobs.work(watchedQueue(lifeCycle)(definition));
  await jobs.enqueue(queue, {});
};

const consume = async (name: string, handle: (delivery: Delivery) => Promise<void>, retryDelays: readonly number[]) => {
  const group = { name, types: ['TextTranslated'], concurrency: 1, retryDelays, handle };
  await bus.consume(watchedGroup(lifeCycle)(group));
  await fixture.append({});
};

const failDocument = async (): Promise<void> => {
  const eventStore = new InMemoryEventStore();
  const message = await uploadDocument(eventStore);
  const dependencies = {
    eventStore,
    commands: backgroundCommandsOn(eventStore),
    blobs: new InMemoryBlobStore(),
    batches: { discard: async () => undefined },
    failures: new FailedTranslations(fixture.pool),
    leases: new InMemoryLeases(),
    translator: { translate: async () => fail() },
    lifeCycle,
    keepForMs: 1_000,
  };
  const group = documentTranslation(dependencies, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(uploaderMetadata.occurredAt) });
  try {
    await group.handle(deliveryOf(message, { attempt: group.retryDelays.length + 1 }));
  } finally {
    vi.useRealTimers();
  }
};

const failReport = async (): Promise<void> => {
  const eventStore = new InMemoryEventStore();
  const [message] = await recordReport(eventStore, reportRequested);
  if (message === undefined) throw new Error('Nothing was requested');
  const group = reportGeneration({
    eventStore,
    commands: backgroundCommandsOn(eventStore),
    generator: { generate: async () => fail() },
    blobs: new InMemoryBlobStore(),
    leases: new InMemoryLeases(),
    lifeCycle,
    keepForMs: 1_000,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(uploaderMetadata.occurredAt) });
  try {
    await group.handle(deliveryOf(message, { attempt: group.retryDelays.length + 1 }));
  } finally {
    vi.useRealTimers();
  }
};

const deliverWebhook = async (statusCode: number): Promise<void> => {
  const eventStore = new InMemoryEventStore();
  const keyVault = new InMemoryKeyVault();
  const deliveryId = `whd_${statusCode}`;
  const now = new Date().toISOString();
  await keepWebhookTarget(
    keyVault,
    documentId,
    { url: `https://receiver.example/?text=${secret}`, secret: null },
    'org_1',
  );
  const payload = { event: 'document.completed', timestamp: now, document_id: documentId };
  const ids = { deliveryId, organizationId: 'org_1', targetRef: documentId };
  const schedule = { type: 'ScheduleWebhookDelivery', ...ids, payload, now } as const;
  const context = { commandId: 'schedule', metadata: uploaderMetadata };
  await execute(eventStore, webhookDelivery, deliveryId, schedule, context);
  const sender = { send: async () => ({ statusCode, reason: 'error_status' as const, durationMs: 1 }) };
  await attemptDelivery({
    eventStore,
    commands: backgroundCommandsOn(eventStore),
    keyVault,
    subjectKeys: new InMemorySubjectKeys(),
    slots: new MemorySlots(),
    sender,
    users: { accountOf: async () => undefined },
    lifeCycle,
  }).handle(jobOf({ deliveryId }));
};

/** Opens the breaker of a dependency that is away, and closes it as the dependency answers again. */
const breakAndMend = async (dependency: string): Promise<void> => {
  let isAway = true;
  const probe = async () => (isAway ? fail() : undefined);
  const breaker = dependencyBreaker({ dependency, registry: new Registry(), lifeCycle, probe, probeEveryMs: 1 });
  breaker.end(breaker.begin(), 'outage');
  await vi.waitFor(() => expect(breaker.isOpen).toBe(true), patient);
  isAway = false;
  await vi.waitFor(() => expect(breaker.isOpen).toBe(false), patient);
};

/** Lets a projection pass an event that the log then does not hold any more. */
const replaceLog = async (): Promise<void> => {
  const { position } = await fixture.append({});
  const runner = fixture.run([tallyOf()], fixture.eventStore, lifeCycle);
  await fixture.passed('tally', position);
  await runner.stop();
  await fixture.pool.query(tampering('delete from event_store.events'));
};

/**
 * Makes the failure happen, and gives the place and the class of the cause that its line must name; what is found
 * by a comparison, and what is over, has no cause.
 */
const scenarios: Record<string, { place: string; cause?: string; happen: () => Promise<void> }> = {
  'job.retried': { place: 'retried', cause: 'RangeError', happen: () => runJob('retried', [3_600_000]) },
  'job.given-up': { place: 'given-up', cause: 'RangeError', happen: () => runJob('given-up', []) },
  'message.retried': {
    place: 'retried',
    cause: 'RangeError',
    happen: () => consume('retried', async () => fail(), [3_600_000]),
  },
  'message.delayed': {
    place: 'delayed',
    cause: 'EventStoreUnavailableError',
    happen: () => consume('delayed', () => Promise.reject(new EventStoreUnavailableError(secret)), []),
  },
  'message.parked': { place: 'parked', cause: 'RangeError', happen: () => consume('parked', async () => fail(), []) },
  'group.retried': {
    place: 'without-table',
    cause: 'DatabaseError',
    happen: async () => {
      await fixture.pool.query('alter table message_bus.consumer_group rename to moved_away');
      await consume('without-table', async () => undefined, []);
      await vi.waitFor(() => expect(JSON.stringify(lines)).toContain('without-table'), patient);
      await fixture.pool.query('alter table message_bus.moved_away rename to consumer_group');
    },
  },
  'projection.retried': {
    place: 'tally',
    cause: 'TableMismatchError',
    happen: async () => {
      await fixture.pool.query('drop table test.tally');
      fixture.run([tallyOf()], fixture.eventStore, lifeCycle);
      await fixture.append({});
    },
  },
  'projection.halted': {
    place: 'entries',
    cause: 'ProjectionHaltedError',
    happen: async () => {
      fixture.run([entriesOf(fail)], fixture.eventStore, lifeCycle);
      await fixture.append({});
    },
  },
  'projection.held': {
    place: 'entries',
    cause: 'EventHandlingError',
    happen: async () => {
      fixture.run([{ ...entriesOf(fail), onFailure: 'hold' }], fixture.eventStore, lifeCycle);
      await fixture.append({});
    },
  },
  'projection.parked': {
    place: 'tally',
    cause: 'EventHandlingError',
    happen: async () => {
      fixture.run([tallyOf(fail)], fixture.eventStore, lifeCycle);
      await fixture.append({});
    },
  },
  'relay.retried': {
    place: 'transledger.',
    cause: 'KafkaJSNumberOfRetriesExceeded',
    happen: async () => {
      const settings = readSettings({ DATABASE_URL: fixture.url, KAFKA_BROKERS: '127.0.0.1:9' });
      const relay = await openRelay(settings, fixture, fixture.leases, lifeCycle);
      relay?.start();
      await vi.waitFor(() => expect(JSON.stringify(lines)).toContain(lineOf('relay.retried').message), patient);
      await relay?.stop();
    },
  },
  // A topic that refuses an event needs brokers: `relay.engines.spec.ts` makes the relay say so.
  'relay.halted': {
    place: 'transledger.texts',
    cause: 'RelayHaltedError',
    happen: async () => {
      const at = { event: 'e-1', type: 'TextTranslated', position: '1', topic: 'transledger.texts', bytes: 9 };
      watchedRelay(lifeCycle, 'transledger.')(new RelayHaltedError(at));
    },
  },
  // Messages of another history need brokers: `restored-log.engines.spec.ts` makes a group say so.
  'group.foreign': {
    place: 'documents',
    happen: async () => {
      const at = { topic: 'transledger.documents', partition: 0, count: 2, isPlaceForeign: false };
      lifeCycle.emit('group.foreign', { group: 'documents', ...at });
    },
  },
  'log.replaced': {
    place: 'projection:tally',
    happen: async () => {
      await replaceLog();
      fixture.run([tallyOf()], fixture.eventStore, lifeCycle);
    },
  },
  'removal.rested': {
    place: 'orphan-sweep',
    happen: async () => {
      await replaceLog();
      const removals = new Removals(new PassedLog(fixture.pool, fixture.eventStore), lifeCycle);
      expect(await removals.areAllowed('orphan-sweep')).toBe(false);
    },
  },
  'dependency.refused': { place: 'database', cause: 'RangeError', happen: () => breakAndMend('database') },
  'dependency.restored': { place: 'blob_store', happen: () => breakAndMend('blob_store') },
  'document.failed': { place: documentId, cause: 'RangeError', happen: failDocument },
  'report.failed': { place: reportId, cause: 'RangeError', happen: failReport },
  'delivery.retried': { place: 'whd_503', cause: 'WebhookFailure', happen: () => deliverWebhook(503) },
  'delivery.given-up': { place: 'whd_410', cause: 'WebhookFailure', happen: () => deliverWebhook(410) },
};

const lineOf = (event: string) => {
  const line = Object.entries(lifeCycleLines).find(([name]) => name === event)?.[1];
  if (line === undefined || line === 'silent') throw new Error(`${event} has no line`);
  return line;
};

describe('a failure leaves its line', () => {
  it.each(Object.entries(scenarios))(
    '%s leaves a line with its level, kind, place and cause, and without data of people',
    async (event, { place, cause, happen }) => {
      lines.length = 0;
      await happen();
      const { level, message: msg } = lineOf(event);
      const [kind] = event.split('.');
      await vi.waitFor(
        () => expect(lines).toContainEqual(expect.objectContaining({ level, msg, kind, place })),
        patient,
      );
      const why = lines.find((line) => line.msg === msg && line.place === place)?.cause;
      if (cause === undefined) expect(why).toBeUndefined();
      else expect(why).toMatchObject({ name: cause, stack: expect.any(Array) });
      expect(JSON.stringify(lines)).not.toContain(secret);
    },
  );

  it('every event that is logged has a scenario here', () => {
    const logged = Object.entries(lifeCycleLines).flatMap(([event, line]) => (line === 'silent' ? [] : [event]));
    expect(Object.keys(scenarios).sort()).toEqual(logged.sort());
  });
});

describe('the cause stays with', () => {
  const cause = { name: 'RangeError', stack: expect.arrayContaining([expect.stringContaining('at fail')]) };

  it('a job that was given up keeps its cause', async () => {
    await runJob('active', []);
    await vi.waitFor(async () => expect(await jobs.failed('active')).toMatchObject([{ failure: cause }]), patient);
  });

  it('a message that was parked keeps its cause', async () => {
    await consume('active', async () => fail(), []);
    await vi.waitFor(async () => expect(await bus.parked('active')).toMatchObject([{ cause }]), patient);
  });

  it('a document that was not translated keeps its cause', async () => {
    await failDocument();
    const [failed] = await new FailedTranslations(fixture.pool).latest();
    expect(failed).toMatchObject({ documentId, translationId, code: 'processing_failed', attempts: 10, cause });
    expect(JSON.stringify(failed)).not.toContain(secret);
  });
});
