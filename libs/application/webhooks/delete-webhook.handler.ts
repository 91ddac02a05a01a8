import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { executeOnOwnWebhook } from './own-webhook.js';
import { forgetEndpoint } from './webhook-endpoint.js';

export class DeleteWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Writes the event first, then deletes URL and secrets. The worker removes what a crash in between leaves. */
@handles(DeleteWebhook, EVENT_STORE, KEY_VAULT)
export class DeleteWebhookHandler implements CommandHandler<DeleteWebhook> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly secrets: Secrets,
  ) {}

  async execute({ webhookId, metadata }: DeleteWebhook): Promise<void> {
    const command = { type: 'DeleteWebhook', now: metadata.occurredAt } as const;
    const { events } = await executeOnOwnWebhook(this.eventStore, webhookId, command, metadata);
    const targetRefs = events.flatMap((event) => (event.type === 'WebhookDeleted' ? [event.data.targetRef] : []));
    await onceRecorded(() => Promise.all(targetRefs.map((targetRef) => forgetEndpoint(this.secrets, targetRef))));
  }
}
