import { createHash } from 'node:crypto';
import { webhookRetention } from '#libs/domain/webhook-retention/webhook-retention.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { idFromBytes } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface RemovedDeliveries {
  deliveryIds: string[];
  /** ISO 8601 duration. */
  retention: string;
  /** RFC 3339. */
  scheduledBefore: string;
}

/** Removes what is known of deliveries that an organization keeps no longer; the same ones are removed once. */
export class RemoveWebhookDeliveries extends Command<void> {
  constructor(
    readonly removed: RemovedDeliveries,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RemoveWebhookDeliveries, EVENT_STORE)
export class RemoveWebhookDeliveriesHandler implements CommandHandler<RemoveWebhookDeliveries> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ removed, metadata }: RemoveWebhookDeliveries): Promise<void> {
    const { organizationId, occurredAt } = metadata;
    const batchId = idFromBytes('whr', createHash('sha256').update(removed.deliveryIds.join()).digest());
    const data = { organizationId, ...removed, removedAt: occurredAt };
    const context = { commandId: `${batchId}/remove`, metadata };
    await execute(this.eventStore, webhookRetention, batchId, { type: 'RemoveDeliveries', data }, context);
  }
}
