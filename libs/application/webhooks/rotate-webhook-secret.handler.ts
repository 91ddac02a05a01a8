import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { changeEndpoint } from './own-webhook.js';
import { newWebhookSecret } from './webhook-endpoint.js';

/** Milliseconds for which the previous secret signs beside its successor. */
const rotationGraceMs = 24 * 60 * 60 * 1_000;

export interface RotatedSecret {
  secret: string;
  previousValidUntil: string;
}

export class RotateWebhookSecret extends Command<RotatedSecret> {
  constructor(
    readonly webhookId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Replaces the secret by a random one. Of two rotations within a day, the newest two secrets sign. */
@handles(RotateWebhookSecret, EVENT_STORE, KEY_VAULT)
export class RotateWebhookSecretHandler implements CommandHandler<RotateWebhookSecret> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly secrets: Secrets,
  ) {}

  async execute({ webhookId, metadata }: RotateWebhookSecret): Promise<RotatedSecret> {
    const { occurredAt: now } = metadata;
    const { eventStore, secrets } = this;
    const secret = newWebhookSecret();
    const previousValidUntil = new Date(Date.parse(now) + rotationGraceMs).toISOString();
    const { events } = await changeEndpoint(
      { eventStore, secrets },
      webhookId,
      (endpoint) => ({
        url: endpoint.url,
        secret,
        previous: { secret: endpoint.secret, validUntil: previousValidUntil },
      }),
      (target) => ({ type: 'RotateWebhookSecret', target, previousValidUntil, now }),
      metadata,
    );
    // A repeat answers as the first attempt did, whose event is in the log.
    const [rotated] = events;
    if (rotated?.type !== 'WebhookSecretRotated') throw new Error('A secret that was rotated is in the log');
    return { secret, previousValidUntil: rotated.data.previousValidUntil };
  }
}
