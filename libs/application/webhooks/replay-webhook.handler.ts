import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
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

@CommandHandler(ReplayWebhook)
export class ReplayWebhookHandler implements ICommandHandler<ReplayWebhook> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ webhookId, period, metadata }: ReplayWebhook): Promise<void> {
    const command = { type: 'ReplayWebhook', ...period, now: metadata.occurredAt } as const;
    await executeOnOwnWebhook(this.eventStore, webhookId, command, metadata);
  }
}
