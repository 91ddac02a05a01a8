import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { pulledTarget, type WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { execute, loadState, streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter } from '#libs/ports/event-store/position.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { sequenceOf } from './webhook-sequence.js';

interface MatchingEvent {
  webhookId: string;
  /** Made from webhook and cause, so that it is one delivery, however often it is sent. */
  deliveryId: string;
  payload: WebhookPayload & { event: WebhookEventName };
  /** The event that is told. */
  cause: Pick<RecordedEvent, 'position'>;
}

/** Numbers an event for a webhook and schedules its delivery: each once, however often it is sent. */
export class DeliverToWebhook extends Command<void> {
  constructor(
    readonly match: MatchingEvent,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * The event counts if the webhook was subscribed to it as it happened, however late it comes. A disabled webhook gets its
 * number too; the message is then kept, and not sent.
 */
@handles(DeliverToWebhook, EVENT_STORE)
export class DeliverToWebhookHandler implements CommandHandler<DeliverToWebhook> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ match: { webhookId, deliveryId, payload, cause }, metadata }: DeliverToWebhook): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const { eventStore } = this;
    let then = webhook.initialState;
    const { state } = await loadState(eventStore, webhook, webhookId, (event, { position }) => {
      if (!isAtOrAfter(position, cause.position)) then = webhook.evolve(then, event);
    });
    if (state.status === 'none' || state.organizationId !== organizationId) return;
    const known = await eventAt(eventStore, streamName(webhookDelivery.category, deliveryId));
    if (known !== undefined) return;
    const isWanted = then.status !== 'none' && then.events.includes(payload.event);
    const match = { webhookId, organizationId, deliveryId };
    const sequence = await sequenceOf(eventStore, match, cause, metadata, isWanted);
    if (sequence === undefined) return;
    const command = {
      type: 'ScheduleWebhookDelivery',
      deliveryId,
      organizationId,
      targetRef: state.delivery === 'pull' ? pulledTarget : webhookId,
      webhookId,
      payload: { ...payload, sequence },
      isHeld: state.status === 'disabled',
      now,
    } as const;
    await execute(eventStore, webhookDelivery, deliveryId, command, { commandId: `${deliveryId}/schedule`, metadata });
  }
}
