import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { SubjectErasedError, type SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { erasedUserId } from './key-access.js';

interface Client {
  organizationId: string;
  /** Reference of the user. */
  subject: string;
  userId: string;
  address: string;
  userAgent: string;
}

export type SealedClient = Required<Pick<EventMetadata, 'subject' | 'addressSubject' | 'sealedClient' | 'commitments'>>;

type Sealing = Pick<SubjectKeys, 'subjectFor' | 'sealPersonal'>;

const sealOnce = async (subjectKeys: Sealing, client: Client): Promise<SealedClient> => {
  const { organizationId, subject, userId, address, userAgent } = client;
  const addressSubject = await subjectKeys.subjectFor(organizationId, address, 'ip_address');
  const { sealed, commitments } = await subjectKeys.sealPersonal([
    { subject, values: { user_id: userId } },
    { subject: addressSubject, values: { ip_address: address, user_agent: userAgent } },
  ]);
  return { subject, addressSubject, sealedClient: sealed, commitments };
};

/**
 * The caller as an event's metadata have it: address and agent are sealed for the address, inside what is sealed for
 * the user, so that nobody reads them once either is erased. Of a user that was erased, as of the owner of a key
 * that no longer works, nothing is known any more: then the caller is nobody in particular.
 */
export const sealClient = async (subjectKeys: Sealing, client: Client): Promise<SealedClient> => {
  try {
    return await sealOnce(subjectKeys, client);
  } catch (error) {
    if (!(error instanceof SubjectErasedError)) throw error;
  }
  try {
    // The address may have been erased elsewhere a moment ago: then it has a new reference now.
    return await sealOnce(subjectKeys, client);
  } catch (error) {
    if (!(error instanceof SubjectErasedError)) throw error;
    const subject = await subjectKeys.subjectFor(client.organizationId, erasedUserId);
    return sealOnce(subjectKeys, { ...client, subject, userId: erasedUserId });
  }
};
