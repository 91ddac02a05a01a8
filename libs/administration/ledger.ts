import { ulid } from 'ulid';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import { repeatableSource } from '#libs/idempotency/repeatable-execution.js';
import type { SubjectKeys } from '#libs/subject-keys/subject-keys.port.js';
import { pooledRandom } from './pooled-random.js';

/** What commands need: the log, and the keys that seal personal data on the way into it. */
export interface Ledger {
  eventStore: EventStore;
  subjectKeys: SubjectKeys;
}

/** Ids of ours: `key_` and a ULID. Work that may be repeated makes the same ones each time. */
export const newId = (prefix: string): string =>
  repeatableSource()?.id(prefix) ?? `${prefix}_${ulid(undefined, pooledRandom)}`;

/** The user id in whose name the operator's command line acts. */
export const operatorUserId = 'operator';

/** Metadata of what the operator does on the command line, or the service at its first start. */
export const operatorMetadata = async (
  { subjectKeys }: Ledger,
  organizationId: string,
  userAgent: string,
): Promise<EventMetadata> => {
  const subject = await subjectKeys.subjectFor(organizationId, operatorUserId);
  const client = { user_id: operatorUserId, ip_address: '127.0.0.1', user_agent: userAgent };
  return {
    organizationId,
    actorType: 'operator',
    keyId: null,
    subject,
    sealedClient: await subjectKeys.seal(subject, client),
    requestId: newId('req'),
    clientRequestId: null,
    traceparent: null,
    occurredAt: new Date().toISOString(),
  };
};
