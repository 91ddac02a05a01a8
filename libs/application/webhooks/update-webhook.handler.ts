import type { ChangedTarget } from '#libs/domain/webhook/webhook.commands.js';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { changeEndpoint, executeOnOwnWebhook } from './own-webhook.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export interface WebhookChanges {
  /** The same as before when undefined. */
  url: string | undefined;
  events: readonly WebhookEventName[] | undefined;
  /** Whether a disabled webhook becomes active again. */
  isEnabled: boolean;
}

export class UpdateWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly changes: WebhookChanges,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(UpdateWebhook, EVENT_STORE, KEY_VAULT)
export class UpdateWebhookHandler implements CommandHandler<UpdateWebhook> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly secrets: Secrets,
  ) {}

  async execute({ webhookId, changes: { url, events, isEnabled }, metadata }: UpdateWebhook): Promise<void> {
    const { eventStore, secrets } = this;
    const commandWith = (target: ChangedTarget | undefined) =>
      ({ type: 'UpdateWebhook', events, target, isEnabled, now: metadata.occurredAt }) as const;
    if (url === undefined) await executeOnOwnWebhook(eventStore, webhookId, commandWith(undefined), metadata);
    else {
      const change = (endpoint: WebhookEndpoint) => ({ ...endpoint, url });
      await changeEndpoint({ eventStore, secrets }, webhookId, change, commandWith, metadata);
    }
  }
}
