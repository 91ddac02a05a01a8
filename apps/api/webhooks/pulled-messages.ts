import { Inject, Injectable } from '@nestjs/common';
import { sign } from '@transledger/webhook-signing';
import { ownWebhook } from '#libs/application/webhooks/own-webhook.js';
import { endpointAt, secretsInForce } from '#libs/application/webhooks/webhook-endpoint.js';
import { matchesBehind, newestSequence } from '#libs/application/webhooks/webhook-sequence.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ExistingWebhook } from '#libs/domain/webhook/webhook.decider.js';
import { isOfCompliance } from '#libs/domain/webhook/webhook-event-names.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { sentPayload } from '#libs/read-side/read-models/sent-payload.js';
import { maxMessages, type PulledMessageDto, type PulledMessagesDto } from './webhook-messages.dto.js';

/** Milliseconds for which a message that is pulled can be asked for. */
const keptMs = 7 * 24 * 60 * 60_000;

interface Wanted {
  organizationId: string;
  webhookId: string;
  /** Number of the last message that the receiver has. */
  after: number;
  /** Asked before messages that need more than the right to webhooks are read. @throws Rejection */
  assertScope: (scope: Scope) => void;
}

/** Messages of webhooks whose receivers ask for them, read from the log as it is now, whichever node made them. */
@Injectable()
export class PulledMessages {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly secrets: Secrets,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
  ) {}

  /**
   * Returns messages in the order of their numbers. They end before one that has its number and is not scheduled yet: who
   * goes on behind the last misses none.
   * @throws Rejection `not_found`, `conflict` for a webhook whose messages are sent, `invalid_request` where `after` is beyond
   * the newest message, and what `assertScope` throws
   */
  async behind({ organizationId, webhookId, after, assertScope }: Wanted): Promise<PulledMessagesDto> {
    const webhook = await ownWebhook(this.eventStore, organizationId, webhookId);
    if (webhook.delivery !== 'pull') {
      throw new Rejection('conflict', { message: 'The messages of this webhook are sent to its URL, and not pulled.' });
    }
    if (webhook.events.some(isOfCompliance)) assertScope('compliance:read');
    const newest = await newestSequence(this.eventStore, webhookId);
    if (after > newest) {
      throw new Rejection('invalid_request', {
        details: { after: [`must be the number of a message that there is: the newest is ${newest}`] },
      });
    }
    if (after === newest) return { messages: [], next: after };
    const now = new Date();
    const since = new Date(now.getTime() - keptMs).toISOString();
    const signers = await this.signersOf(webhook, now);
    const messages: PulledMessageDto[] = [];
    for await (const match of matchesBehind(this.eventStore, webhookId, { after, newest, since, limit: maxMessages })) {
      const payload = await this.payloadOf(match.deliveryId, assertScope);
      if (payload === undefined) break;
      const signed = { id: match.deliveryId, timestamp: Math.floor(now.getTime() / 1_000), payload };
      messages.push({ ...signed, sequence: match.sequence, signature: sign(signed, signers) });
    }
    return { messages, next: messages.at(-1)?.sequence ?? after };
  }

  /** The message as it is signed; undefined until it is scheduled. */
  private async payloadOf(deliveryId: string, assertScope: Wanted['assertScope']): Promise<string | undefined> {
    let cause: RecordedEvent | undefined;
    const { state } = await loadState(this.eventStore, webhookDelivery, deliveryId, (_event, recorded) => {
      cause ??= recorded;
    });
    if (state.status === 'none' || cause === undefined) return undefined;
    // The webhook may have been for other events when this one came.
    if (isOfCompliance(state.payload.event)) assertScope('compliance:read');
    return JSON.stringify(await sentPayload(this.subjectKeys, state.payload, cause));
  }

  private async signersOf({ targetRef }: ExistingWebhook, now: Date): Promise<string[]> {
    const endpoint = await endpointAt(this.secrets, targetRef);
    if (endpoint === undefined)
      throw new Rejection('conflict', { message: 'The webhook is being changed. Try again.' });
    return secretsInForce(endpoint, now.toISOString());
  }
}
