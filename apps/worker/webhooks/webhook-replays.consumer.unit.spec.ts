import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { webhookCreated, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { webhookReplays } from './webhook-replays.consumer.js';

const deliveryIds = ['whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R3'];
const period = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z' };
const requested: AnyDomainEvent = {
  type: 'WebhookReplayRequested',
  data: { webhookId, organizationId: 'org_1', ...period, deliveries: 2, requestedAt: period.end },
};

let eventStore: InMemoryEventStore;
let asked: unknown[];

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  asked = [];
  for (const deliveryId of deliveryIds) {
    const payload = { event: 'document.completed', timestamp: period.start, sequence: 1 };
    const ids = { deliveryId, organizationId: 'org_1', targetRef: webhookId, webhookId };
    const data = { ...ids, payload, scheduledAt: period.start };
    await append(streamName(webhookDelivery.category, deliveryId), { type: 'WebhookDeliveryScheduled', data });
  }
});

const append = async (stream: string, ...events: AnyDomainEvent[]) => {
  await eventStore.append(stream, toNewEvents(stream, events, uploaderMetadata), 'no-stream');
  return eventStore.events.at(-1) ?? expect.unreachable();
};

const replay = async (events: AnyDomainEvent[], { isLate = false, times = 1 } = {}) => {
  const message = await append(streamName(webhook.category, webhookId), ...events);
  const consumer = webhookReplays({
    commands: backgroundCommandsOn(eventStore),
    deliveries: {
      inPeriod: async (...query) => {
        asked.push(query);
        return deliveryIds;
      },
    },
    progress: { waitFor: async () => !isLate },
  });
  for (let count = 0; count < times; count += 1) await consumer.handle(deliveryOf(message));
};

const sentAgain = () => eventStore.events.filter(({ type }) => type === 'WebhookDeliveryRescheduled');

describe('a replay', () => {
  it('each message of the period is sent again, once, however often the event comes', async () => {
    await replay([webhookCreated, requested], { times: 2 });
    expect(sentAgain().map(({ data }) => data.deliveryId)).toEqual(deliveryIds);
    expect(asked[0]).toEqual([webhookId, period.start, period.end]);
  });

  it('nothing is sent to a webhook that has been disabled meanwhile', async () => {
    await replay([webhookCreated, webhookDisabled, requested]);
    expect(sentAgain()).toEqual([]);
  });

  it('a replay waits until the list of messages has caught up with it', async () => {
    await expect(replay([webhookCreated, requested], { isLate: true })).rejects.toSatisfy(isOutage);
    expect(sentAgain()).toEqual([]);
  });
});
