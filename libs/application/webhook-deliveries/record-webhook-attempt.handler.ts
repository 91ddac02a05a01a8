import { type WebhookDelivery, webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import type { WebhookDeliveryEvent } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { execute, type LoadedState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface Attempt {
  deliveryId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  statusCode: number | null;
  reason: string | null;
  durationMs: number;
  /** Milliseconds that the receiver asked to wait. */
  retryAfterMs?: number;
  /** Position within the spread of the next wait, from -1 to 1. */
  jitter: number;
}

/** Returns the written events: none for an attempt that is recorded already, or of a delivery that has ended. */
export class RecordWebhookAttempt extends Command<readonly WebhookDeliveryEvent[]> {
  constructor(
    readonly attempt: Attempt,
    readonly metadata: EventMetadata,
    /** The delivery as it was read before the attempt; read again when missing, or when somebody wrote meanwhile. */
    readonly loaded?: LoadedState<WebhookDelivery>,
  ) {
    super();
  }
}

@handles(RecordWebhookAttempt, EVENT_STORE)
export class RecordWebhookAttemptHandler implements CommandHandler<RecordWebhookAttempt> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({
    attempt: { deliveryId, ...attempt },
    metadata,
    loaded,
  }: RecordWebhookAttempt): Promise<readonly WebhookDeliveryEvent[]> {
    const command = { type: 'RecordWebhookAttempt', ...attempt, now: metadata.occurredAt } as const;
    const context = { commandId: `${deliveryId}/attempt/${attempt.attempt}`, metadata, loaded };
    const { events } = await execute(this.eventStore, webhookDelivery, deliveryId, command, context);
    return events;
  }
}
