import { type UnsentReason, webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Ends a pending delivery whose webhook is disabled or deleted; to a disabled one it can be sent again. */
export class EndWebhookDelivery extends Command<void> {
  constructor(
    readonly deliveryId: string,
    readonly reason: UnsentReason,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(EndWebhookDelivery, EVENT_STORE)
export class EndWebhookDeliveryHandler implements CommandHandler<EndWebhookDelivery> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ deliveryId, reason, metadata }: EndWebhookDelivery): Promise<void> {
    const command = { type: 'EndWebhookDelivery', reason, now: metadata.occurredAt } as const;
    const commandId = `${deliveryId}/end/${metadata.occurredAt}`;
    await execute(this.eventStore, webhookDelivery, deliveryId, command, { commandId, metadata });
  }
}
