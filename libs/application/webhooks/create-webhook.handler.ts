import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { targetRefOf } from './own-webhook.js';
import { keepEndpoint, newWebhookSecret } from './webhook-endpoint.js';

interface NewWebhook {
  /** Where messages are sent; null where the receiver asks for them. */
  url: string | null;
  events: readonly WebhookEventName[];
  /** The secret that signs; a random one when undefined. */
  secret: string | undefined;
}

export interface CreatedWebhook {
  webhookId: string;
  secret: string;
}

export class CreateWebhook extends Command<CreatedWebhook> {
  constructor(
    readonly webhook: NewWebhook,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(CreateWebhook, EVENT_STORE, KEY_VAULT)
export class CreateWebhookHandler implements CommandHandler<CreateWebhook> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly secrets: Secrets,
  ) {}

  async execute({ webhook: wanted, metadata }: CreateWebhook): Promise<CreatedWebhook> {
    const { url, events, secret = newWebhookSecret() } = wanted;
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const webhookId = newId('whk');
    const targetRef = targetRefOf(webhookId, metadata);
    await keepEndpoint(this.secrets, targetRef, { url, secret, previous: null }, organizationId);
    const ids = { webhookId, organizationId, targetRef };
    const delivery = url === null ? 'pull' : undefined;
    const command = { type: 'CreateWebhook', ...ids, events, delivery, now } as const;
    await execute(this.eventStore, webhook, webhookId, command, { commandId, metadata });
    return { webhookId, secret };
  }
}
