import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { sealClient } from './sealed-client.js';

/** The user id in whose name the operator's command line acts. */
export const operatorUserId = 'operator';

/** Metadata of acts of the operator on the command line, or of the service at its first start. */
export const operatorMetadata = async (
  subjectKeys: SubjectKeys,
  organizationId: string,
  userAgent: string,
): Promise<EventMetadata> => {
  const subject = await subjectKeys.subjectFor(organizationId, operatorUserId);
  const client = { organizationId, subject, userId: operatorUserId, address: '127.0.0.1', userAgent };
  return {
    organizationId,
    actorType: 'operator',
    keyId: null,
    ...(await sealClient(subjectKeys, client)),
    requestId: newId('req'),
    clientRequestId: null,
    traceparent: null,
    occurredAt: new Date().toISOString(),
  };
};
