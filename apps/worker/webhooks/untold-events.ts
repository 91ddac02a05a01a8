import type { Commands } from '#libs/application/commands.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ToldEvent, ToldEventQueries } from '#projections/told-events/told-events.queries.js';
import { subscribedDeliveryIdFor } from './delivery-id.js';
import { tellWebhook } from './webhook-subscriptions.consumer.js';

export const untoldSweepQueue = 'untold-event-sweep';
export const untoldSweepEveryMs = 5 * 60_000;

/** Milliseconds after which an event may have been lost on its way to the workers. */
const overdueMs = 15 * 60_000;
/** Milliseconds that a process looks back at first; deliveries to subscriptions are known for ten days at least. */
const lookedBackMs = 7 * 24 * 60 * 60_000;
const sweptAtATime = 100;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  events: Pick<ToldEventQueries, 'subscribed' | 'scheduled'>;
  publicUrl: string;
}

const deliveriesOf = ({ id, webhooks }: ToldEvent) =>
  webhooks.map((webhookId) => ({ webhookId, deliveryId: subscribedDeliveryIdFor(id, webhookId) }));

/**
 * Tells subscriptions of the events that their messages are missing for: they may have been lost or parked on the bus,
 * unlike the read models. One that was told already stays as it is. Each process goes on behind what it found in order.
 */
export const sweepUntold = ({ eventStore, commands, events, publicUrl }: Dependencies): QueueDefinition => {
  let swept: string = START;

  const tellMissing = async (found: ToldEvent, scheduled: ReadonlySet<string>): Promise<void> => {
    const missing = deliveriesOf(found).filter(({ deliveryId }) => !scheduled.has(deliveryId));
    const cause = missing.length === 0 ? undefined : await eventAt(eventStore, found.stream, found.revision);
    if (cause === undefined) return;
    for (const { webhookId } of missing) await tellWebhook(commands, publicUrl, webhookId, cause);
  };

  return {
    name: untoldSweepQueue,
    concurrency: 1,
    retryDelays: [],
    timeoutMs: 4 * 60_000,
    handle: async ({ signal }) => {
      const now = Date.now();
      const before = (milliseconds: number) => new Date(now - milliseconds).toISOString();
      const period = { from: before(lookedBackMs), until: before(overdueMs) };
      const failures: unknown[] = [];
      for (let after = swept, isEnd = false; !isEnd; ) {
        const page = await events.subscribed(after, period, sweptAtATime);
        const ids = page.flatMap(deliveriesOf).map(({ deliveryId }) => deliveryId);
        const scheduled = await events.scheduled(ids);
        for (const found of page) {
          signal.throwIfAborted();
          await tellMissing(found, scheduled).catch((error: unknown) => failures.push(error));
          after = found.position;
          if (failures.length === 0) swept = after;
        }
        isEnd = page.length < sweptAtATime;
      }
      if (failures.length > 0) throw failures[0];
    },
  };
};
