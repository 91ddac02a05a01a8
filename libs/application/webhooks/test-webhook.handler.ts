import { assertEnabled } from '#libs/domain/webhook/webhook.decider.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { ownWebhook } from './own-webhook.js';

/** Sends a webhook a message that tells of nothing; returns the id of the delivery. */
export class TestWebhook extends Command<string> {
  constructor(
    readonly webhookId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** A test has the number 0, so that it leaves no gap. A disabled webhook is a `conflict`. */
@handles(TestWebhook, EVENT_STORE)
export class TestWebhookHandler implements CommandHandler<TestWebhook> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ webhookId, metadata }: TestWebhook): Promise<string> {
    const { organizationId, occurredAt: now, requestId } = metadata;
    assertEnabled(await ownWebhook(this.eventStore, organizationId, webhookId));
    const deliveryId = newId('whd');
    const payload = { event: 'webhook.test', webhook_id: webhookId, timestamp: now, sequence: 0 };
    const delivery = { deliveryId, organizationId, targetRef: webhookId, webhookId, payload, now };
    const command = { type: 'ScheduleWebhookDelivery', ...delivery } as const;
    await execute(this.eventStore, webhookDelivery, deliveryId, command, { commandId: `${requestId}/test`, metadata });
    return deliveryId;
  }
}
