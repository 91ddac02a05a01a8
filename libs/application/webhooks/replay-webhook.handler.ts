import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { executeOnOwnWebhook } from './own-webhook.js';

interface ReplayedPeriod {
  /** The period, its end exclusive, RFC 3339. */
  start: string;
  end: string;
  /** Number of messages in it. */
  deliveries: number;
}

/** Has the messages of a period sent again, by the worker. */
export class ReplayWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly period: ReplayedPeriod,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ReplayWebhook, EVENT_STORE)
export class ReplayWebhookHandler implements CommandHandler<ReplayWebhook> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ webhookId, period, metadata }: ReplayWebhook): Promise<void> {
    const command = { type: 'ReplayWebhook', ...period, now: metadata.occurredAt } as const;
    await executeOnOwnWebhook(this.eventStore, webhookId, command, metadata);
  }
}
