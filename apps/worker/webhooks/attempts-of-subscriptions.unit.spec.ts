import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEndpoint, keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { initialSettings } from '#libs/domain/organization/organization-settings.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { WebhookAttempt } from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import {
  targetRef,
  webhookCreated,
  webhookDeleted,
  webhookDisabled,
  webhookId,
  webhookSecret,
  webhookUrl,
} from '#test/fakes/webhook-events.js';
import { attemptDelivery, scheduleAttempts } from './webhook-attempts.js';

const deliveryId = 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const scheduledAt = '2026-11-21T08:00:00.000Z';
const ids = { deliveryId, organizationId: 'org_1' };
const scheduled: AnyDomainEvent = {
  type: 'WebhookDeliveryScheduled',
  data: {
    ...ids,
    targetRef: webhookId,
    webhookId,
    payload: { event: 'document.completed', timestamp: scheduledAt, sequence: 7 },
    scheduledAt,
  },
};

const subjectKeys = new InMemorySubjectKeys();
const slots = new MemorySlots();
let eventStore: InMemoryEventStore;
let keyVault: InMemoryKeyVault;
let statusCode: number;
let told: string[];

const send = vi.fn(async (_attempt: WebhookAttempt) => ({
  statusCode,
  reason: statusCode < 300 ? null : ('error_status' as const),
  durationMs: 12,
}));

const given = async (...events: AnyDomainEvent[]) => {
  const append = (stream: string, of: AnyDomainEvent[]) =>
    eventStore.append(stream, toNewEvents(stream, of, uploaderMetadata), 'no-stream');
  await append(streamName(webhook.category, webhookId), events);
  await append(streamName(webhookDelivery.category, deliveryId), [scheduled]);
};

const attempt = () => {
  const commands = backgroundCommandsOn(eventStore);
  const lifeCycle: LifeCycle = { emit: (event) => void told.push(event) };
  return attemptDelivery({ eventStore, commands, keyVault, subjectKeys, slots, sender: { send }, lifeCycle }).handle(
    jobOf({ deliveryId }),
  );
};

let before: number;
const written = () => eventStore.events.slice(before);

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  keyVault = new InMemoryKeyVault();
  statusCode = 204;
  told = [];
  send.mockClear();
  await keepEndpoint(keyVault, targetRef, { url: webhookUrl, secret: webhookSecret, previous: null }, 'org_1');
});

describe('an attempt of a message to a webhook', () => {
  it('the message says its number in header and payload, under the id of the delivery', async () => {
    await given(webhookCreated);
    await attempt();
    const sent = send.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ url: webhookUrl, secrets: [webhookSecret], id: deliveryId, sequence: 7 });
    expect(JSON.parse(sent?.payload ?? '')).toMatchObject({ event: 'document.completed', sequence: 7 });
  });

  it.each([
    ['other.example.com', 0],
    ['receiver.example.com', 1],
  ])('where webhooks may go to %s alone, %d of the attempts leaves', async (host, sent) => {
    await given(webhookCreated);
    const created = {
      type: 'OrganizationCreated',
      data: { organizationId: 'org_1', name: 'A', tier: 'pro', createdAt: scheduledAt },
    } as const;
    const data = {
      organizationId: 'org_1',
      changes: { webhookHosts: [host] },
      previous: initialSettings('A'),
      changedAt: scheduledAt,
    };
    const settings = { type: 'OrganizationSettingsChanged', data } as const;
    await eventStore.append(
      streamName(organization.category, 'org_1'),
      toNewEvents('settings', [created, settings], uploaderMetadata),
      'no-stream',
    );
    before = eventStore.events.length;
    await attempt();
    expect(send).toHaveBeenCalledTimes(sent);
    const failed = { outcome: 'failed', statusCode: null, reason: 'address_not_allowed' };
    if (sent === 0) expect(written()).toMatchObject([{ type: 'WebhookDeliveryAttempted', data: failed }]);
  });

  it('both secrets sign while one is rotated', async () => {
    const previous = { secret: 'old', validUntil: new Date(Date.now() + 3_600_000).toISOString() };
    await keepEndpoint(keyVault, targetRef, { url: webhookUrl, secret: webhookSecret, previous }, 'org_1');
    await given(webhookCreated);
    await attempt();
    expect(send.mock.calls[0]?.[0].secrets).toEqual([webhookSecret, 'old']);
  });

  it('an answer of 410 disables the webhook, as the system’s doing, and ends the delivery', async () => {
    await given(webhookCreated);
    before = eventStore.events.length;
    statusCode = 410;
    await attempt();
    expect(written()).toMatchObject([
      { type: 'WebhookDisabled', data: { webhookId, reason: 'endpoint_gone' }, metadata: { actorType: 'system' } },
      { type: 'WebhookDeliveryAttempted', data: { statusCode: 410, nextAttemptAt: null } },
      { type: 'WebhookDeliveryFailed', data: { reason: 'endpoint_gone' } },
    ]);
  });

  it('nothing is sent to a disabled webhook, and the message is held', async () => {
    await given(webhookCreated, webhookDisabled);
    before = eventStore.events.length;
    await attempt();
    expect(send).not.toHaveBeenCalled();
    expect(written()).toMatchObject([{ type: 'WebhookDeliveryFailed', data: { reason: 'endpoint_disabled' } }]);
  });

  it('nothing is sent to a webhook that was deleted, which is no fault to report', async () => {
    await given(webhookCreated, webhookDeleted);
    before = eventStore.events.length;
    await attempt();
    expect(send).not.toHaveBeenCalled();
    expect(written()).toMatchObject([{ type: 'WebhookDeliveryFailed', data: { reason: 'endpoint_gone' } }]);
    expect(told).toEqual([]);
  });

  it('while the webhook is being changed the attempt is put off, and counts as none', async () => {
    await given(webhookCreated);
    before = eventStore.events.length;
    await forgetEndpoint(keyVault, targetRef);
    await expect(attempt()).rejects.toThrow('changed');
    expect(written()).toEqual([]);
  });
});

it('a message that is sent again has a job at once', async () => {
  const jobs = new RecordedJobs();
  await given(webhookCreated);
  const again: AnyDomainEvent = {
    type: 'WebhookDeliveryRescheduled',
    data: { ...ids, scheduledAt: '2026-11-22T08:00:00.000Z' },
  };
  await eventStore.append(
    streamName(webhookDelivery.category, deliveryId),
    toNewEvents('again', [again], uploaderMetadata),
    0,
  );
  const event = eventStore.events.at(-1) ?? expect.unreachable();
  await scheduleAttempts(jobs, eventStore).handle(deliveryOf(event));
  expect(jobs.enqueued).toMatchObject([{ data: ids, startAfter: '2026-11-22T08:00:00.000Z' }]);
});
