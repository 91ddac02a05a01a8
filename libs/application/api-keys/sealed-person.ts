import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** A user by reference and id: the owner or the maker of a key. */
export interface KeyPerson {
  /** Subject reference. */
  subject: string;
  userId: string;
}

/** The id of a person, sealed as `{ user_id }` with a commitment to it. */
export const sealPerson = async (
  subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
  { subject, userId }: KeyPerson,
): Promise<{ sealed: string; commitment: string }> => {
  const { sealed, commitments } = await subjectKeys.sealPersonal([{ subject, values: { user_id: userId } }]);
  const commitment = commitments.user_id;
  if (commitment === undefined) throw new Error('Each value that is sealed has a commitment');
  return { sealed, commitment };
};

/** The fields of a grant that name its maker; none where the owner made it. */
export const makerFields = async (
  subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
  maker: KeyPerson | undefined,
  ownerSubject: string,
): Promise<{ makerSubject?: string; sealedMaker?: string; makerCommitment?: string }> => {
  if (maker === undefined || maker.subject === ownerSubject) return {};
  const { sealed, commitment } = await sealPerson(subjectKeys, maker);
  return { makerSubject: maker.subject, sealedMaker: sealed, makerCommitment: commitment };
};
