import { describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { webhookCreated, webhookDeleted, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, Ports, stream } from '#test/handler/handler-specification.js';
import { DeliverToWebhook, DeliverToWebhookHandler } from './deliver-to-webhook.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new DeliverToWebhookHandler(eventStore));
const deliveryId = 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
/** An event younger than every other; positions of the store in memory are padded with zeros. */
const afterAll = '9' as Position;
const deliver = (
  event: 'document.completed' | 'document.failed' = 'document.completed',
  organizationId = 'org_1',
  position = afterAll,
) =>
  new DeliverToWebhook(
    { webhookId, deliveryId, payload: { event, timestamp: 'now' }, cause: { position } },
    { ...uploaderMetadata, organizationId },
  );
const matched = { type: 'WebhookEventMatched', data: { webhookId, deliveryId, sequence: 1 } } as const;
const scheduled = {
  type: 'WebhookDeliveryScheduled',
  data: { deliveryId, webhookId, payload: { event: 'document.completed', timestamp: 'now', sequence: 1 } },
} as const;

describe('DeliverToWebhook', () => {
  it('an event is numbered, and its delivery scheduled with the number in its payload, once', () =>
    given(stream(webhook, webhookId, webhookCreated))
      .when(deliver())
      .thenOnce(matched, scheduled));

  it('a disabled webhook gets the number, and the message is kept without being sent', () =>
    given(stream(webhook, webhookId, webhookCreated, webhookDisabled))
      .when(deliver())
      .thenOnce(matched, scheduled, { type: 'WebhookDeliveryFailed', data: { reason: 'endpoint_disabled' } }));

  it('where the receiver asks for messages, one is numbered and lies ready, and is not to be sent', () =>
    given(stream(webhook, webhookId, { ...webhookCreated, data: { ...webhookCreated.data, delivery: 'pull' } }))
      .when(deliver())
      .thenOnce(
        matched,
        { ...scheduled, data: { ...scheduled.data, targetRef: 'pull' } },
        { type: 'WebhookDeliverySucceeded' },
      ));

  it('what broke off after the number goes on with the same', async () => {
    const { eventStore } = new Ports();
    const created = toNewEvents('create', [webhookCreated], uploaderMetadata);
    await eventStore.append(streamName(webhook.category, webhookId), created, 'no-stream');
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, events, expected) => {
      if (events[0]?.type === 'WebhookDeliveryScheduled') throw new EventStoreUnavailableError('down');
      return append(stream, events, expected);
    };
    const handler = new DeliverToWebhookHandler(eventStore);
    await expect(handler.execute(deliver())).rejects.toThrow(EventStoreUnavailableError);
    eventStore.append = append;
    await handler.execute(deliver());
    expect(eventStore.events.slice(1)).toMatchObject([matched, scheduled]);
  });

  it('an event counts for those that were subscribed as it happened, however late it comes', async () => {
    const { eventStore } = new Ports();
    const updated = {
      type: 'WebhookUpdated' as const,
      data: {
        ...{ webhookId, organizationId: 'org_1', targetRef: 'ref', isUrlChanged: false, isEnabled: false },
        events: ['document.failed' as const],
        updatedAt: '2026-11-21T07:30:00.000Z',
      },
    };
    const events = toNewEvents('create', [webhookCreated, updated], uploaderMetadata);
    await eventStore.append(streamName(webhook.category, webhookId), events, 'no-stream');
    const [created, changed] = eventStore.events.map(({ position }) => position);
    const handler = new DeliverToWebhookHandler(eventStore);
    await handler.execute(deliver('document.completed', 'org_1', created));
    await handler.execute(deliver('document.failed', 'org_1', changed));
    expect(eventStore.events.slice(2)).toEqual([]);
    await handler.execute(deliver('document.completed', 'org_1', changed));
    expect(eventStore.events.slice(2)).toMatchObject([matched, scheduled]);
  });

  it.each([
    ['subscribed to other events', [webhookCreated], deliver('document.failed')],
    ['deleted', [webhookCreated, webhookDeleted], deliver()],
    ['of another organization', [webhookCreated], deliver('document.completed', 'org_2')],
  ])('a webhook that is %s gets nothing, and no number', async (_what, events, command) => {
    await given(stream(webhook, webhookId, ...events))
      .when(command)
      .then();
  });
});
