import { endpointAt } from '#libs/application/webhooks/webhook-endpoint.js';
import { type ExistingWebhook, type Webhook, webhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookEvent } from '#libs/domain/webhook/webhook.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { erased } from '#libs/read-side/read-models/personal-data.js';
import { toWebhookDto } from '../../webhooks/webhook-response.js';
import type { HistoryResource } from './history-resource.js';

interface Sources {
  eventStore: Pick<EventStore, 'readStream'>;
  secrets: Secrets;
}

export interface WebhookSnapshot {
  webhook: ExistingWebhook;
  /** How many times its URL had been set. */
  urls: number;
}

const setsUrl = (event: WebhookEvent): boolean =>
  event.type === 'WebhookCreated' || (event.type === 'WebhookUpdated' && event.data.isUrlChanged);

/** A webhook with its URL, of which the newest is kept and no other: the URLs of before read as erased. */
export const webhookHistory = ({ eventStore, secrets }: Sources): HistoryResource<WebhookSnapshot> => ({
  category: webhook.category,
  idPrefix: 'whk',
  begin: () => {
    let state: Webhook = webhook.initialState;
    let urls = 0;
    return {
      apply: (recorded) => {
        const event = toDomainEvent(recorded) as WebhookEvent;
        state = webhook.evolve(state, event);
        if (setsUrl(event)) urls += 1;
      },
      snapshot: () => (state.status === 'none' ? undefined : { webhook: state, urls }),
    };
  },
  show: async (_organizationId, moments) => {
    const [first] = moments;
    if (first === undefined) return [];
    let newest = 0;
    const { state } = await loadState(eventStore, webhook, first.snapshot.webhook.webhookId, (event) => {
      if (setsUrl(event)) newest += 1;
    });
    const endpoint = state.status === 'none' ? undefined : await endpointAt(secrets, state.targetRef);
    const url = endpoint?.url ?? erased;
    return moments.map(({ snapshot }) => toWebhookDto(snapshot.webhook, snapshot.urls === newest ? url : erased));
  },
});
