import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertEnabled } from '#libs/domain/webhook/webhook.decider.js';
import { type WebhookDelivery, webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { ownWebhook } from './own-webhook.js';

export class RedeliverWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly deliveryId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

const missing = () => new Rejection('not_found', { message: 'The delivery does not exist.' });

/** Sends a message again, under the same id and number. A disabled webhook is a `conflict`. */
@handles(RedeliverWebhook, EVENT_STORE)
export class RedeliverWebhookHandler implements CommandHandler<RedeliverWebhook> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ webhookId, deliveryId, metadata }: RedeliverWebhook): Promise<void> {
    const { organizationId, occurredAt: now, requestId } = metadata;
    const webhook = await ownWebhook(this.eventStore, organizationId, webhookId);
    if (!isId(deliveryId, 'whd')) throw missing();
    const check = (delivery: WebhookDelivery): void => {
      if (delivery.status === 'none' || delivery.webhookId !== webhookId) throw missing();
      assertEnabled(webhook);
    };
    const context = { commandId: `${requestId}/redeliver`, metadata, check };
    await execute(this.eventStore, webhookDelivery, deliveryId, { type: 'RedeliverWebhook', now }, context);
  }
}
