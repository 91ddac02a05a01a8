import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetWebhookTarget, keepWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { WebhookAttempt, WebhookOutcome } from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import { attemptDelivery, attemptQueue, scheduleAttempts, sweepDeliveries } from './webhook-attempts.js';

const deliveryId = 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const url = 'https://receiver.example.com/hook?token=secret';
const answered = (statusCode: number): WebhookOutcome => ({
  statusCode,
  reason: statusCode < 300 ? null : 'error_status',
  durationMs: 12,
});

const subjectKeys = new InMemorySubjectKeys();
const slots = new MemorySlots();
let eventStore: InMemoryEventStore;
let keyVault: InMemoryKeyVault;
let outcomes: WebhookOutcome[];

const send = vi.fn(async (_attempt: WebhookAttempt) => outcomes.shift() ?? answered(200));

const schedule = (now = new Date().toISOString()) => {
  const payload = { event: 'document.completed', timestamp: now, document_id: documentId };
  const ids = { deliveryId, organizationId: 'org_1', targetRef: documentId };
  const command = { type: 'ScheduleWebhookDelivery', ...ids, payload, now } as const;
  return execute(eventStore, webhookDelivery, deliveryId, command, {
    commandId: 'schedule',
    metadata: uploaderMetadata,
  });
};

const told: [event: string, facts: object][] = [];
const lifeCycle: LifeCycle = { emit: (event, facts) => void told.push([event, facts]) };

/** No message here is of a webhook that a user holds. */
const users = { accountOf: async () => undefined };

const attempt = () => {
  const commands = backgroundCommandsOn(eventStore);
  return attemptDelivery({
    eventStore,
    commands,
    keyVault,
    subjectKeys,
    slots,
    sender: { send },
    users,
    lifeCycle,
  }).handle(jobOf({ deliveryId }));
};

const written = () => eventStore.events.slice(1);

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  keyVault = new InMemoryKeyVault();
  outcomes = [];
  send.mockClear();
  told.length = 0;
  await keepWebhookTarget(keyVault, documentId, { url, secret: 'whsec_c2VjcmV0' }, 'org_1');
});

describe('an attempt that is due', () => {
  beforeEach(() => schedule());

  it('an attempt sends the payload, signed, under the id of the delivery', async () => {
    await attempt();
    expect(send).toHaveBeenCalledTimes(1);
    const sent = send.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ url, secrets: ['whsec_c2VjcmV0'], id: deliveryId });
    expect(JSON.parse(sent?.payload ?? '')).toMatchObject({ event: 'document.completed', document_id: documentId });
  });

  it('an attempt without a secret is not signed', async () => {
    await keepWebhookTarget(keyVault, documentId, { url, secret: null }, 'org_1');
    await attempt();
    expect(send.mock.calls[0]?.[0].secrets).toEqual([]);
  });

  it('an attempt is recorded once with its outcome, and 2xx ends the delivery', async () => {
    outcomes = [answered(204)];
    await attempt();
    await attempt();
    expect(send).toHaveBeenCalledTimes(1);
    expect(written()).toMatchObject([
      { type: 'WebhookDeliveryAttempted', data: { attempt: 1, outcome: 'succeeded', statusCode: 204, durationMs: 12 } },
      { type: 'WebhookDeliverySucceeded' },
    ]);
  });

  it('an attempt is recorded once when the response of the store is lost', async () => {
    eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    await attempt();
    expect(written().map(({ type }) => type)).toEqual(['WebhookDeliveryAttempted', 'WebhookDeliverySucceeded']);
  });

  it('an attempt is counted once when two workers make it at the same time', async () => {
    outcomes = [answered(503), answered(503)];
    await Promise.all([attempt(), attempt()]);
    expect(written().map(({ data }) => data.attempt)).toEqual([1]);
  });

  it('an attempt that fails is followed by another after a wait', async () => {
    outcomes = [answered(503)];
    await attempt();
    const data = written()[0]?.data;
    const wait = Date.parse(String(data?.nextAttemptAt)) - Date.parse(String(data?.attemptedAt));
    expect(wait).toBeGreaterThanOrEqual(4_000);
    expect(wait).toBeLessThanOrEqual(6_000);
    expect(data).toMatchObject({ outcome: 'failed', statusCode: 503, reason: 'error_status' });
  });

  it('an attempt that is refused for now is followed by another when the receiver wants it', async () => {
    outcomes = [{ ...answered(429), retryAfter: 120 }];
    await attempt();
    const data = written()[0]?.data;
    expect(Date.parse(String(data?.nextAttemptAt)) - Date.parse(String(data?.attemptedAt))).toBe(120_000);
  });

  it('an attempt that fails is reported with its delivery, number, status and time of the next', async () => {
    outcomes = [answered(503)];
    await attempt();
    const { nextAttemptAt } = written()[0]?.data ?? {};
    const cause = { name: 'WebhookFailure', code: 'error_status', stack: [] };
    const facts = { delivery: deliveryId, attempt: 1, statusCode: 503, nextAttemptAt, cause };
    expect(told).toEqual([['delivery.retried', facts]]);
  });

  it('the last attempt is reported as given up', async () => {
    outcomes = [answered(410)];
    await attempt();
    expect(told).toMatchObject([['delivery.given-up', { delivery: deliveryId, attempt: 1, statusCode: 410 }]]);
  });

  it('an attempt that arrives is not reported', async () => {
    await attempt();
    expect(told).toEqual([]);
  });

  it('the report of an attempt never contains its target', async () => {
    outcomes = [answered(503)];
    await attempt();
    expect(JSON.stringify(told)).not.toMatch(/receiver|token|whsec/);
  });

  it('the record of an attempt never contains its target', async () => {
    outcomes = [answered(503)];
    await attempt();
    expect(JSON.stringify(eventStore.events)).not.toMatch(/receiver|token|whsec/);
  });

  it('an attempt is recorded in the name of the caller that asked for the webhook', async () => {
    await attempt();
    expect(written()[0]?.metadata).toMatchObject({ requestId: 'req_1', actorType: 'system' });
  });

  it('an attempt sends nothing once its document is gone, which is no fault to report', async () => {
    await forgetWebhookTarget(keyVault, documentId);
    await attempt();
    expect(send).not.toHaveBeenCalled();
    expect(written()).toMatchObject([{ type: 'WebhookDeliveryFailed', data: { reason: 'endpoint_gone' } }]);
    expect(told).toEqual([]);
  });

  it('an attempt records nothing when sending fails through a fault of ours', async () => {
    send.mockRejectedValueOnce(new Error('a bug'));
    await expect(attempt()).rejects.toThrow('a bug');
    expect(written()).toEqual([]);
  });
});

describe('a delivery without an attempt', () => {
  it('no attempt is made of a delivery that was not scheduled', async () => {
    await attempt();
    expect(send).not.toHaveBeenCalled();
    expect(eventStore.events).toEqual([]);
  });

  it('no attempt is made before it is due', async () => {
    await schedule(new Date(Date.now() + 3_600_000).toISOString());
    await attempt();
    expect(send).not.toHaveBeenCalled();
    expect(written()).toEqual([]);
  });

  it('no attempt is made before its wait is over', async () => {
    await schedule();
    outcomes = [answered(500)];
    await attempt();
    await attempt();
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('attempts at the same time', () => {
  let everywhere: MemorySlots;
  beforeEach(() => {
    everywhere = new MemorySlots();
  });

  const worker = () => {
    const commands = backgroundCommandsOn(eventStore);
    const ports = {
      eventStore,
      commands,
      keyVault,
      subjectKeys,
      slots: everywhere,
      sender: { send },
      users,
      lifeCycle,
    };
    const { share = expect.unreachable(), concurrency } = attemptDelivery(ports);
    const enter = (organizationId: string, webhookId?: string) =>
      share.places.enter(
        share.keyOf({ deliveryId, organizationId, ...(webhookId === undefined ? {} : { webhookId }) }),
      );
    return async (organizationId: string, webhookId?: string): Promise<number> => {
      const places = Array.from({ length: concurrency }, () => enter(organizationId, webhookId));
      return (await Promise.all(places)).filter((place) => place !== undefined).length;
    };
  };

  it('an endpoint that hangs leaves places for others of its organization, and these some for those of others', async () => {
    const entered = worker();
    for (const hanging of ['one', 'two', 'three', 'four']) expect(await entered('org_1', hanging)).toBe(8);
    expect([await entered('org_1', 'five'), await entered('org_2', 'works')]).toEqual([0, 8]);
  });

  it('an endpoint has eight over all workers, and the documents’ own webhooks of an organization as many', async () => {
    const [one, two] = [worker(), worker()];
    expect([await one('org_1', 'hangs'), await two('org_1', 'hangs'), await two('org_1', 'works')]).toEqual([8, 0, 8]);
    expect([await one('org_1'), await two('org_1'), await two('org_2')]).toEqual([8, 0, 8]);
  });
});

describe('the jobs', () => {
  it('jobs are scheduled for the first attempt at once, and for each next one when it is due', async () => {
    const jobs = new RecordedJobs();
    await schedule();
    outcomes = [answered(500)];
    await attempt();
    for (const event of eventStore.events) await scheduleAttempts(jobs, eventStore).handle(deliveryOf(event));
    const [scheduled, failed] = eventStore.events;
    expect(jobs.enqueued.map(({ queue, data, startAfter }) => ({ queue, data, startAfter }))).toEqual([
      { queue: attemptQueue, data: { deliveryId, organizationId: 'org_1' }, startAfter: scheduled?.data.scheduledAt },
      { queue: attemptQueue, data: { deliveryId, organizationId: 'org_1' }, startAfter: failed?.data.nextAttemptAt },
    ]);
  });

  it('no job is scheduled after the last attempt', async () => {
    const jobs = new RecordedJobs();
    await schedule();
    outcomes = [answered(410)];
    await attempt();
    for (const event of written().slice(0, 1)) await scheduleAttempts(jobs, eventStore).handle(deliveryOf(event));
    expect(jobs.enqueued).toEqual([]);
  });

  it('the event, its repetition, and the sweep schedule the same job', async () => {
    const jobs = new RecordedJobs();
    await schedule();
    const [scheduled] = eventStore.events;
    if (scheduled === undefined) throw new Error('nothing was scheduled');
    const group = scheduleAttempts(jobs, eventStore);
    await group.handle(deliveryOf(scheduled));
    await group.handle(deliveryOf(scheduled, { attempt: 2 }));
    const next_attempt_at = String(scheduled.data.scheduledAt);
    const due = async () => [{ id: deliveryId, organization_id: 'org_1', webhook_id: null, next_attempt_at }];
    await sweepDeliveries(jobs, { due }).handle(jobOf({}));
    expect(jobs.enqueued).toHaveLength(1);
  });
});
