import { Inject, Injectable } from '@nestjs/common';
import { ownWebhook } from '#libs/application/webhooks/own-webhook.js';
import { endpointAt } from '#libs/application/webhooks/webhook-endpoint.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { toWebhookDto } from './webhook-response.js';
import type { WebhookDto } from './webhooks.dto.js';

/** Reads webhooks from the log, as they are now, each with its URL. */
@Injectable()
export class FindWebhookHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly secrets: Secrets,
  ) {}

  /** @throws Rejection `not_found` */
  async handle(organizationId: string, id: string): Promise<WebhookDto> {
    return (await this.view(organizationId, id)) ?? (await this.again(organizationId, id));
  }

  /** Those of them that still exist. */
  async all(organizationId: string, ids: readonly string[]): Promise<WebhookDto[]> {
    const found = await Promise.all(
      ids.map((id) =>
        this.handle(organizationId, id).catch((error: unknown) => {
          if (error instanceof Rejection && error.code === 'not_found') return undefined;
          throw error;
        }),
      ),
    );
    return found.filter((view) => view !== undefined);
  }

  private async view(organizationId: string, id: string): Promise<WebhookDto | undefined> {
    const webhook = await ownWebhook(this.eventStore, organizationId, id);
    const endpoint = await endpointAt(this.secrets, webhook.targetRef);
    return endpoint && toWebhookDto(webhook, endpoint.url);
  }

  /** Another change came between the two reads: the log names the new endpoint now. */
  private async again(organizationId: string, id: string): Promise<WebhookDto> {
    const view = await this.view(organizationId, id);
    if (view === undefined) throw new Rejection('conflict', { message: 'The webhook is being changed. Try again.' });
    return view;
  }
}
