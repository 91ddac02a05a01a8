import { endpointAt, secretsInForce } from '#libs/application/webhooks/webhook-endpoint.js';
import { webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { allowsWebhookTo } from '#libs/domain/organization/organization-settings.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { isOfCompliance } from '#libs/domain/webhook/webhook-event-names.js';
import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { WebhookAttempt } from '#libs/platform/outbound-http/webhook-sender.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import { makesHolder, mayHearCompliance, type WebhookHolder } from './holder-rights.js';

interface Ports {
  eventStore: Pick<EventStore, 'readStream'>;
  keyVault: Secrets;
  users: Pick<UserQueries, 'accountOf'>;
}

interface Delivery {
  organizationId: string;
  targetRef: string;
  webhookId: string | undefined;
  payload: Pick<WebhookPayload, 'event'>;
}

type Target = Pick<WebhookAttempt, 'url' | 'secrets'>;

const targetOfDocument = async (secrets: Secrets, targetRef: string): Promise<Target | 'gone'> => {
  const target = await webhookTarget(secrets, targetRef);
  if (target === undefined) return 'gone';
  return { url: target.url, secrets: target.secret === null ? [] : [target.secret] };
};

const targetOfWebhook = async (
  ports: Ports,
  webhookId: string,
  { event }: Delivery['payload'],
  now: string,
): Promise<Target | 'gone' | 'disabled' | 'not_entitled'> => {
  const { eventStore, keyVault } = ports;
  let holder: WebhookHolder | undefined;
  const { state } = await loadState(eventStore, webhook, webhookId, (one, { metadata }) => {
    if (makesHolder(one)) holder = metadataOf({ metadata });
  });
  if (state.status === 'none') return 'gone';
  if (state.status === 'disabled') return 'disabled';
  const isEntitled = !isOfCompliance(event) || (holder !== undefined && (await mayHearCompliance(ports, holder, now)));
  if (!isEntitled) return 'not_entitled';
  const endpoint = await endpointAt(keyVault, state.targetRef);
  if (endpoint === undefined) throw new Error(`The webhook ${webhookId} was changed while it was read`);
  // What is pulled is sent nowhere, and never due.
  if (endpoint.url === null) return 'gone';
  return { url: endpoint.url, secrets: secretsInForce(endpoint, now) };
};

/**
 * Where a message goes now and what signs it: `gone` once document or webhook are deleted, `not_allowed` where the organization does
 * not let webhooks go there any more, `not_entitled` where it tells of compliance and the holder of the webhook may not read that any more.
 * @throws Error while a webhook is being changed, or its holder not known yet: the job is tried again
 */
export const targetOf = async (
  ports: Ports,
  { organizationId, targetRef, webhookId, payload }: Delivery,
  now: string,
): Promise<Target | 'gone' | 'disabled' | 'not_allowed' | 'not_entitled'> => {
  const found = await (webhookId === undefined
    ? targetOfDocument(ports.keyVault, targetRef)
    : targetOfWebhook(ports, webhookId, payload, now));
  if (typeof found === 'string') return found;
  const { state } = await loadState(ports.eventStore, organization, organizationId);
  const hosts = state.status === 'none' ? [] : state.settings.webhookHosts;
  return allowsWebhookTo(hosts, found.url) ? found : 'not_allowed';
};

/** The message as it is sent, the same on every attempt but for its time. */
export const messageTo = (target: Target, id: string, payload: WebhookPayload): WebhookAttempt => ({
  ...target,
  id,
  sequence: typeof payload.sequence === 'number' ? payload.sequence : undefined,
  payload: JSON.stringify(payload),
  timestamp: new Date(),
});
