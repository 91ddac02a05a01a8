import type { SubjectKeys, SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** Destroys the key of a subject by what it is known by. Returns false when nothing is known of it. */
export const eraseSubject = async (
  subjectKeys: Pick<SubjectKeys, 'find' | 'destroy'>,
  organizationId: string,
  id: string,
  type?: SubjectType,
): Promise<boolean> => {
  const subject = await subjectKeys.find(organizationId, id, type);
  return subject !== undefined && (await subjectKeys.destroy(subject));
};
