import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { roleScopes } from '#libs/domain/user/role-scopes.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { WebhookEvent } from '#libs/domain/webhook/webhook.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { UserQueries } from '#projections/users/users.queries.js';

/** The holder of a webhook: whoever made it or changed it last, and so was asked for the right to what it is told. */
export type WebhookHolder = Pick<EventMetadata, 'actorType' | 'keyId' | 'subject' | 'organizationId'>;

const holding: readonly WebhookEvent['type'][] = ['WebhookCreated', 'WebhookUpdated', 'WebhookSecretRotated'];

/** Whether an act on a webhook makes the actor its holder. */
export const makesHolder = ({ type }: WebhookEvent): boolean => holding.includes(type);

const complianceScope: Scope = 'compliance:read';

/** So many keys of one line of rotations are read. A webhook whose holder is further back is changed once by a newer key. */
const maxRotations = 32;

interface Ports {
  eventStore: Pick<EventStore, 'readStream'>;
  users: Pick<UserQueries, 'accountOf'>;
}

/**
 * A key that was rotated has handed its right on to its successor; one that was revoked has handed on nothing, so that a webhook
 * made with a stolen key ends with that.
 */
const keyMayHear = async ({ eventStore }: Ports, keyId: string, now: string): Promise<boolean> => {
  let next: string | undefined = keyId;
  for (let read = 0; next !== undefined && read <= maxRotations; read += 1) {
    const { state }: { state: typeof apiKey.initialState } = await loadState(eventStore, apiKey, next);
    if (state.status !== 'active' || !state.grant.scopes.includes(complianceScope)) return false;
    if (state.endsAt === null || state.endsAt > now) return true;
    next = state.successorId;
  }
  return false;
};

const userMayHear = async (
  { eventStore, users }: Ports,
  { organizationId, subject }: WebhookHolder,
): Promise<boolean> => {
  const accountId = await users.accountOf(organizationId, subject);
  if (accountId === undefined) throw new Error('The account of a webhook’s holder is not known yet');
  const { state } = await loadState(eventStore, user, accountId);
  return state.status === 'account' && roleScopes[state.role].includes(complianceScope);
};

/**
 * Whether the holder of a webhook may read the compliance of the organization now, by what is in the log.
 * @throws Error while the account of a user is not known yet: the job is tried again
 */
export const mayHearCompliance = async (ports: Ports, holder: WebhookHolder, now: string): Promise<boolean> => {
  if (holder.actorType === 'operator') return true;
  if (holder.actorType === 'user') return userMayHear(ports, holder);
  return holder.keyId !== null && keyMayHear(ports, holder.keyId, now);
};
