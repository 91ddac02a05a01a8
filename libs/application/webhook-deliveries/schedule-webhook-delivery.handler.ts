import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface NewDelivery {
  deliveryId: string;
  /** Reference under which the target is stored. */
  targetRef: string;
  payload: WebhookPayload;
  commandId: string;
}

/** Schedules a delivery; one that is scheduled already stays as it is. */
export class ScheduleWebhookDelivery extends Command<void> {
  constructor(
    readonly delivery: NewDelivery,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ScheduleWebhookDelivery, EVENT_STORE)
export class ScheduleWebhookDeliveryHandler implements CommandHandler<ScheduleWebhookDelivery> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ delivery, metadata }: ScheduleWebhookDelivery): Promise<void> {
    const { deliveryId, targetRef, payload, commandId } = delivery;
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'ScheduleWebhookDelivery', deliveryId, organizationId, targetRef, payload, now } as const;
    await execute(this.eventStore, webhookDelivery, deliveryId, command, { commandId, metadata });
  }
}
