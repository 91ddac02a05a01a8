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

/** A caller whose address is not named. */
type SealedUser = Pick<SealedClient, 'subject' | 'sealedClient' | 'commitments'>;

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

const sealUserOnce = async (
  subjectKeys: Sealing,
  { subject, userId }: Pick<Client, 'subject' | 'userId'>,
): Promise<SealedUser> => {
  const { sealed, commitments } = await subjectKeys.sealPersonal([{ subject, values: { user_id: userId } }]);
  return { subject, sealedClient: sealed, commitments };
};

/** Undefined where a subject was erased. */
const unlessErased = async <Sealed>(sealing: Promise<Sealed>): Promise<Sealed | undefined> => {
  try {
    return await sealing;
  } catch (error) {
    if (error instanceof SubjectErasedError) return undefined;
    throw error;
  }
};

/** Nobody in particular, who stands for a user who was erased. */
const nobodyOf = async (subjectKeys: Sealing, organizationId: string) => ({
  subject: await subjectKeys.subjectFor(organizationId, erasedUserId),
  userId: erasedUserId,
});

/**
 * The caller as an event's metadata have it: address and agent are sealed for the address, inside what is sealed for
 * the user, so that nobody reads them once either is erased. Of a user that was erased, as of the owner of a key
 * that no longer works, nothing is known any more: then the caller is nobody in particular.
 */
export const sealClient = async (subjectKeys: Sealing, client: Client): Promise<SealedClient> =>
  (await unlessErased(sealOnce(subjectKeys, client))) ??
  // The address may have been erased elsewhere a moment ago: then it has a new reference now.
  (await unlessErased(sealOnce(subjectKeys, client))) ??
  sealOnce(subjectKeys, { ...client, ...(await nobodyOf(subjectKeys, client.organizationId)) });

/** The user alone, as `sealClient` seals it, for what several callers did whom nobody names. */
export const sealUser = async (
  subjectKeys: Sealing,
  user: Pick<Client, 'organizationId' | 'subject' | 'userId'>,
): Promise<SealedUser> =>
  (await unlessErased(sealUserOnce(subjectKeys, user))) ??
  sealUserOnce(subjectKeys, await nobodyOf(subjectKeys, user.organizationId));
