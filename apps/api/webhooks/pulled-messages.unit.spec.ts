import { verify } from '@transledger/webhook-signing';
import { beforeEach, describe, expect, it } from 'vitest';
import { DeliverToWebhook, DeliverToWebhookHandler } from '#libs/application/webhooks/deliver-to-webhook.handler.js';
import { keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { targetRef, webhookCreated, webhookId, webhookSecret } from '#test/fakes/webhook-events.js';
import { PulledMessages } from './pulled-messages.js';

const day = 24 * 60 * 60_000;
const previousSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const organizationId = 'org_1';

let eventStore: InMemoryEventStore;
let subjectKeys: InMemorySubjectKeys;
let messages: PulledMessages;

const create = async (data: object = {}) => {
  const created = { ...webhookCreated, data: { ...webhookCreated.data, delivery: 'pull' as const, ...data } };
  const stream = streamName(webhook.category, webhookId);
  await eventStore.append(stream, toNewEvents('create', [created], uploaderMetadata), 'no-stream');
};

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  subjectKeys = new InMemorySubjectKeys();
  const secrets = new InMemoryKeyVault();
  messages = new PulledMessages(eventStore, secrets, subjectKeys);
  const validUntil = new Date(Date.now() + day).toISOString();
  const endpoint = { url: null, secret: webhookSecret, previous: { secret: previousSecret, validUntil } };
  await keepEndpoint(secrets, targetRef, endpoint, organizationId);
});

const tell = (number: number, { ago = 0, event = 'document.completed' as WebhookEventName, metadata = {} } = {}) => {
  const occurredAt = new Date(Date.now() - ago).toISOString();
  const payload = { event, timestamp: occurredAt, place: number };
  // Right behind the creation of the webhook, and before each match.
  const position = `${eventStore.events[0]?.position}5` as Position;
  const match = { webhookId, deliveryId: `whd_${number}`, payload, cause: { position } };
  const deliver = new DeliverToWebhook(match, { ...uploaderMetadata, occurredAt, ...metadata });
  return new DeliverToWebhookHandler(eventStore).execute(deliver);
};
const behind = (after: number, { organization = organizationId, scopes = [] as Scope[], id = webhookId } = {}) =>
  messages.behind({
    organizationId: organization,
    webhookId: id,
    after,
    assertScope: (scope) => {
      if (!scopes.includes(scope)) throw new Rejection('insufficient_scope', { details: { required: scope } });
    },
  });
const numbersBehind = async (after: number) => (await behind(after)).messages.map(({ sequence }) => sequence);

describe('messages that are pulled', () => {
  it('they come in order behind a number, signed with both secrets of a rotation at the time of the answer', async () => {
    await create();
    await tell(1);
    await tell(2);
    const { messages: found, next } = await behind(1);
    expect([found.length, next]).toEqual([1, 2]);
    const [message = expect.unreachable()] = found;
    const { id, sequence, timestamp, payload, signature } = message;
    expect(JSON.parse(payload)).toMatchObject({ event: 'document.completed', place: 2, sequence: 2 });
    expect({ id, sequence }).toEqual({ id: 'whd_2', sequence: 2 });
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
    for (const secret of [webhookSecret, previousSecret]) verify(payload, headers, [secret]);
    expect(await behind(2)).toEqual({ messages: [], next: 2 });
    expect(await numbersBehind(0)).toEqual([1, 2]);
  });

  it('those older than 7 days are left out, so that their numbers are missing', async () => {
    await create();
    for (const [number, ago] of [9 * day, 8 * day, 6 * day, 0].entries()) await tell(number + 1, { ago });
    expect(await numbersBehind(0)).toEqual([3, 4]);
    expect(await numbersBehind(1)).toEqual([3, 4]);
    expect(await numbersBehind(3)).toEqual([4]);
  });

  it('where all are too old there is none, and the number stays', async () => {
    await create();
    await tell(1, { ago: 8 * day });
    expect(await behind(0)).toEqual({ messages: [], next: 0 });
  });

  it('they end before one that has its number and is not scheduled yet', async () => {
    await create();
    await tell(1);
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, events, expected) => {
      if (events[0]?.type === 'WebhookDeliveryScheduled') throw new EventStoreUnavailableError('down');
      return append(stream, events, expected);
    };
    await expect(tell(2)).rejects.toThrow(EventStoreUnavailableError);
    eventStore.append = append;
    await tell(3);
    expect(await behind(0)).toMatchObject({ messages: [{ sequence: 1 }], next: 1 });
    await tell(2);
    expect(await numbersBehind(1)).toEqual([2, 3]);
  });

  it('an answer has a hundred at most', async () => {
    await create();
    for (let number = 1; number <= 102; number += 1) await tell(number);
    expect(await behind(0)).toMatchObject({ next: 100 });
    expect(await numbersBehind(100)).toEqual([101, 102]);
  });

  it('a number beyond the newest message is refused', async () => {
    await create();
    await tell(1);
    expect(await rejectionOf(() => behind(2))).toMatchObject({
      code: 'invalid_request',
      details: { after: [expect.stringContaining('1')] },
    });
  });

  it('a webhook of another organization, or none, is not found, and one that is sent is a conflict', async () => {
    await create({ delivery: undefined });
    expect(await rejectionOf(() => behind(0, { organization: 'org_2' }))).toMatchObject({ code: 'not_found' });
    expect(await rejectionOf(() => behind(0, { id: 'whk_none' }))).toMatchObject({ code: 'not_found' });
    expect(await rejectionOf(() => behind(0))).toMatchObject({ code: 'conflict' });
  });

  it('those of compliance need the right to it, also where the webhook is not for them any more', async () => {
    await create({ events: ['compliance.report_ready', 'document.completed'] });
    const refused = { code: 'insufficient_scope', details: { required: 'compliance:read' } };
    expect(await rejectionOf(() => behind(0))).toMatchObject(refused);
    await tell(1, { event: 'compliance.report_ready' });
    const narrowed = {
      type: 'WebhookUpdated' as const,
      data: {
        ...{ webhookId, organizationId, targetRef, isUrlChanged: false, isEnabled: false },
        ...{ events: ['document.completed' as const], updatedAt: '2026-11-21T09:00:00.000Z' },
      },
    };
    const stream = streamName(webhook.category, webhookId);
    await eventStore.append(stream, toNewEvents('narrow', [narrowed], uploaderMetadata), 0);
    expect(await rejectionOf(() => behind(0))).toMatchObject(refused);
    expect((await behind(0, { scopes: ['compliance:read'] })).messages).toHaveLength(1);
  });

  it('who exported the audit log is named until erased', async () => {
    await create({ events: ['compliance.audit_log_exported'] });
    const subject = await subjectKeys.subjectFor(organizationId, 'usr_ada');
    const sealedClient = await subjectKeys.seal(subject, { user_id: 'usr_ada' });
    await tell(1, { event: 'compliance.audit_log_exported', metadata: { subject, sealedClient } });
    const exporter = async () => {
      const [message = expect.unreachable()] = (await behind(0, { scopes: ['compliance:read'] })).messages;
      return JSON.parse(message.payload).requested_by;
    };
    expect(await exporter()).toBe('usr_ada');
    await subjectKeys.destroy(subject);
    expect(await exporter()).toBe('[erased]');
  });
});
