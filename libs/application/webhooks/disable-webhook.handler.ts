import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export class DisableWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly reason: 'endpoint_gone' | 'failing',
    /** Id of the cause, such as the attempt that was refused; the same cause disables once. */
    readonly causeId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Disables a webhook; one that is disabled already, or was deleted, stays as it is. */
@handles(DisableWebhook, EVENT_STORE)
export class DisableWebhookHandler implements CommandHandler<DisableWebhook> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ webhookId, reason, causeId, metadata }: DisableWebhook): Promise<void> {
    const { state } = await loadState(this.eventStore, webhook, webhookId);
    if (state.status !== 'active') return;
    const command = { type: 'DisableWebhook', reason, now: metadata.occurredAt } as const;
    await execute(this.eventStore, webhook, webhookId, command, { commandId: `${causeId}/disable`, metadata });
  }
}
