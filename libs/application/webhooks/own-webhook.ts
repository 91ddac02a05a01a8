import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ChangedTarget, WebhookCommand } from '#libs/domain/webhook/webhook.commands.js';
import { type ExistingWebhook, type Webhook, webhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookEvent } from '#libs/domain/webhook/webhook.events.js';
import { type Execution, execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { endpointAt, forgetEndpoint, keepEndpoint, type WebhookEndpoint } from './webhook-endpoint.js';

const missing = () => new Rejection('not_found', { message: 'The webhook does not exist.' });

function assertOwn(state: Webhook, organizationId: string): asserts state is ExistingWebhook {
  if (state.status === 'none' || state.organizationId !== organizationId) throw missing();
}

/**
 * A webhook of this organization; another's counts as missing.
 * @throws Rejection `not_found`
 */
export const ownWebhook = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
  webhookId: string,
): Promise<ExistingWebhook> => {
  if (!isId(webhookId, 'whk')) throw missing();
  const { state } = await loadState(eventStore, webhook, webhookId);
  assertOwn(state, organizationId);
  return state;
};

/** Runs a command on a webhook of the caller's organization. */
export const executeOnOwnWebhook = (
  eventStore: EventStore,
  webhookId: string,
  command: WebhookCommand,
  metadata: EventMetadata,
): Promise<Execution<Webhook, WebhookEvent>> => {
  if (!isId(webhookId, 'whk')) throw missing();
  const check = (state: Webhook): void => assertOwn(state, metadata.organizationId);
  return execute(eventStore, webhook, webhookId, command, { commandId: metadata.requestId, metadata, check });
};

interface Ports {
  eventStore: EventStore;
  secrets: Secrets;
}

/** The reference of what a request makes of an endpoint. */
export const targetRefOf = (webhookId: string, { requestId }: EventMetadata): string => `${webhookId}/${requestId}`;

/**
 * Keeps a changed endpoint under a reference of its own, then writes the event that names it, then forgets the one
 * before: whoever reads the event finds what it says.
 * @throws Rejection `not_found`, and `conflict` when another change came first
 */
export const changeEndpoint = async (
  { eventStore, secrets }: Ports,
  webhookId: string,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
  commandWith: (target: ChangedTarget) => WebhookCommand,
  metadata: EventMetadata,
): Promise<Execution<Webhook, WebhookEvent>> => {
  const { organizationId } = metadata;
  const targetRef = targetRefOf(webhookId, metadata);
  const { targetRef: madeFrom } = await ownWebhook(eventStore, organizationId, webhookId);
  const command = commandWith({ targetRef, madeFrom });
  // The request was executed before, and is taken over.
  if (madeFrom === targetRef) return executeOnOwnWebhook(eventStore, webhookId, command, metadata);
  const endpoint = await endpointAt(secrets, madeFrom);
  if (endpoint === undefined) throw new Rejection('conflict', { message: 'The webhook is being changed. Try again.' });
  await keepEndpoint(secrets, targetRef, change(endpoint), organizationId);
  try {
    const execution = await executeOnOwnWebhook(eventStore, webhookId, command, metadata);
    const isCurrent = execution.state.status !== 'none' && execution.state.targetRef === targetRef;
    await onceRecorded(() => forgetEndpoint(secrets, isCurrent ? madeFrom : targetRef));
    return execution;
  } catch (error) {
    if (error instanceof Rejection) await forgetEndpoint(secrets, targetRef);
    throw error;
  }
};
