import type { Commands } from '#libs/application/commands.js';
import { DisableWebhook } from '#libs/application/webhooks/disable-webhook.handler.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { causedBy } from '../system-metadata.js';

export const failingSweepQueue = 'failing-webhook-sweep';
export const failingSweepEveryMs = 60 * 60_000;

const day = 24 * 60 * 60_000;
/** Milliseconds of failures, without a success, after which a webhook is disabled. */
const failingMs = 5 * day;
/** Milliseconds that are looked back: failures of long ago do not count against one that is seldom used. */
export const lookedBackMs = 10 * day;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  webhooks: Pick<WebhookQueries, 'failing'>;
}

/** Disables the webhooks that have failed for five days. */
export const disableFailing = ({ eventStore, commands, webhooks }: Dependencies): QueueDefinition => ({
  name: failingSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 10 * 60_000,
  handle: async ({ signal }) => {
    const now = Date.now();
    const before = (milliseconds: number) => new Date(now - milliseconds).toISOString();
    for (const webhookId of await webhooks.failing(before(lookedBackMs), before(failingMs))) {
      signal.throwIfAborted();
      const created = await eventAt(eventStore, streamName(webhook.category, webhookId));
      if (created === undefined) continue;
      const metadata = causedBy(created, new Date(now).toISOString());
      const causeId = `${webhookId}/failing/${metadata.occurredAt}`;
      await commands.execute(new DisableWebhook(webhookId, 'failing', causeId, metadata));
    }
  },
});
