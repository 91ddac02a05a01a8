import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEndpoint, keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { initialSettings } from '#libs/domain/organization/organization-settings.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
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

const accountId = 'acc_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
/** Account of each user by its reference, as the projection knows it. */
let accounts: Record<string, string>;
const users = { accountOf: async (_organizationId: string, subject: string) => accounts[subject] };

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

let before: number;
const written = () => eventStore.events.slice(before);

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  keyVault = new InMemoryKeyVault();
  statusCode = 204;
  told = [];
  accounts = { sub_user: accountId };
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

describe('a message about compliance', () => {
  const now = Date.now();
  const hence = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
  const told = {
    ...scheduled,
    data: { ...scheduled.data, payload: { event: 'compliance.report_ready', timestamp: scheduledAt, sequence: 7 } },
  } as AnyDomainEvent;
  const byUser: EventMetadata = { ...uploaderMetadata, actorType: 'user', keyId: null, subject: 'sub_user' };
  const byKey = (keyId: string): EventMetadata => ({ ...uploaderMetadata, keyId });
  const byOperator: EventMetadata = { ...uploaderMetadata, actorType: 'operator', keyId: null };

  const write = async (stream: string, metadata: EventMetadata, ...events: AnyDomainEvent[]): Promise<void> => {
    const at = eventStore.events.filter((event) => event.stream === stream).length;
    const expected = at === 0 ? 'no-stream' : at - 1;
    await eventStore.append(stream, toNewEvents(`${stream}/${at}`, events, metadata), expected);
  };
  const key = (keyId: string, scopes: Scope[], ...further: AnyDomainEvent[]) => {
    const grant = { keyId, organizationId: 'org_1', name: keyId, secretHash: keyId, scopes, ipAllowlist: [] };
    const owner = { ownerSubject: 'sub_1', sealedOwner: 'sealed' };
    const data = { ...grant, ...owner, expiresAt: null, createdAt: scheduledAt };
    return write(streamName(apiKey.category, keyId), uploaderMetadata, { type: 'ApiKeyCreated', data }, ...further);
  };
  const revoked = (keyId: string): AnyDomainEvent => ({
    type: 'ApiKeyRevoked',
    data: { keyId, organizationId: 'org_1', revokedAt: scheduledAt },
  });
  const rotated = (keyId: string, successorId: string, graceEndsAt: string): AnyDomainEvent => ({
    type: 'ApiKeyRotated',
    data: { keyId, organizationId: 'org_1', successorId, graceEndsAt },
  });
  const ofUser = { organizationId: 'org_1', accountId, subject: 'sub_user' };
  const account = (role: Role, ...further: AnyDomainEvent[]) => {
    const invite = { inviteHash: 'hash', inviteExpiresAt: scheduledAt, invitedAt: scheduledAt };
    const invited: AnyDomainEvent = { type: 'UserInvited', data: { ...ofUser, ...invite, sealedUser: 'sealed', role } };
    return write(streamName(user.category, accountId), uploaderMetadata, invited, ...further);
  };
  const becomes = (role: Role, previousRole: Role): AnyDomainEvent => ({
    type: 'UserChanged',
    data: {
      ...ofUser,
      sealedUser: 'sealed',
      role,
      previousRole,
      nameChanged: false,
      generation: 1,
      changedAt: scheduledAt,
    },
  });
  const deleted: AnyDomainEvent = { type: 'UserDeleted', data: { ...ofUser, deletedAt: scheduledAt } };
  const madeBy = (metadata: EventMetadata) => write(streamName(webhook.category, webhookId), metadata, webhookCreated);
  const changedBy = (metadata: EventMetadata) =>
    write(streamName(webhook.category, webhookId), metadata, {
      type: 'WebhookUpdated',
      data: {
        ...{ webhookId, organizationId: 'org_1', targetRef, events: ['compliance.report_ready'] },
        ...{ isUrlChanged: false, isEnabled: false, updatedAt: scheduledAt },
      },
    });
  const isSent = async (message: AnyDomainEvent = told): Promise<boolean> => {
    await write(streamName(webhookDelivery.category, deliveryId), uploaderMetadata, message);
    before = eventStore.events.length;
    await attempt();
    return send.mock.calls.length > 0;
  };
  const read: Scope[] = ['webhooks:manage', 'compliance:read'];

  it.each<[string, boolean, () => Promise<unknown>]>([
    ['a key with the scope', true, () => key('key_1', read)],
    ['a key without the scope', false, () => key('key_1', ['webhooks:manage'])],
    ['a key that was revoked', false, () => key('key_1', read, revoked('key_1'))],
    ['a key that nothing is known of', false, async () => undefined],
    ['a key whose rotation is not over', true, () => key('key_1', read, rotated('key_1', 'key_2', hence(60_000)))],
    [
      'a key that was rotated',
      true,
      async () => {
        await key('key_1', read, rotated('key_1', 'key_2', hence(-60_000)));
        await key('key_2', read);
      },
    ],
    [
      'a key whose successor was revoked',
      false,
      async () => {
        await key('key_1', read, rotated('key_1', 'key_2', hence(-60_000)));
        await key('key_2', read, revoked('key_2'));
      },
    ],
    [
      'a key that was rotated and then revoked',
      false,
      async () => {
        await key('key_1', read, rotated('key_1', 'key_2', hence(60_000)), revoked('key_1'));
        await key('key_2', read);
      },
    ],
  ])('of a webhook that %s made, that it is sent is %s', async (_, isSentNow, keys) => {
    await keys();
    await madeBy(byKey('key_1'));
    expect(await isSent()).toBe(isSentNow);
  });

  it('keys that were rotated in a circle end the search', async () => {
    await key('key_1', read, rotated('key_1', 'key_2', hence(-60_000)));
    await key('key_2', read, rotated('key_2', 'key_1', hence(-60_000)));
    await madeBy(byKey('key_1'));
    expect(await isSent()).toBe(false);
  });

  it.each<[string, boolean, Role, AnyDomainEvent[]]>([
    ['an auditor', true, 'auditor', []],
    ['a developer', false, 'developer', []],
    ['an owner who became a developer', false, 'owner', [becomes('developer', 'owner')]],
    ['a user who was deleted', false, 'owner', [deleted]],
  ])('of a webhook that %s made, that it is sent is %s', async (_, isSentNow, role, further) => {
    await account(role, ...further);
    await madeBy(byUser);
    expect(await isSent()).toBe(isSentNow);
  });

  it('of a webhook that the operator made it is sent', async () => {
    await madeBy(byOperator);
    expect(await isSent()).toBe(true);
  });

  it('while the account of the holder is not known yet the attempt is put off, and counts as none', async () => {
    accounts = {};
    await madeBy(byUser);
    await expect(isSent()).rejects.toThrow('not known yet');
    expect(written()).toEqual([]);
  });

  it('it ends with the reason, as an attempt that did not leave, and the webhook stays', async () => {
    await key('key_1', read, revoked('key_1'));
    await madeBy(byKey('key_1'));
    await isSent();
    expect(written()).toMatchObject([
      {
        type: 'WebhookDeliveryAttempted',
        data: { outcome: 'failed', statusCode: null, reason: 'insufficient_scope', nextAttemptAt: null },
      },
      { type: 'WebhookDeliveryFailed', data: { reason: 'insufficient_scope' } },
    ]);
  });

  it('whoever changes a webhook takes it over', async () => {
    await key('key_1', read, revoked('key_1'));
    await key('key_2', read);
    await madeBy(byKey('key_1'));
    await changedBy(byKey('key_2'));
    expect(await isSent()).toBe(true);
  });

  it('whoever changes a webhook without the right is sent nothing of compliance that was waiting', async () => {
    await key('key_1', read);
    await key('key_2', ['webhooks:manage']);
    await madeBy(byKey('key_1'));
    await changedBy(byKey('key_2'));
    expect(await isSent()).toBe(false);
  });

  it('messages about documents go on, whatever became of the holder', async () => {
    await key('key_1', read, revoked('key_1'));
    await madeBy(byKey('key_1'));
    expect(await isSent(scheduled)).toBe(true);
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
