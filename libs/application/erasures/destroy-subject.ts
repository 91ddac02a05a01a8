import { answerKeyKind } from '#libs/ports/idempotency/organization-keys.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/**
 * Destroys the key of a subject, and that of the answers kept under idempotency keys, any of which may name it. Both are
 * gone when it resolves; it may run again.
 */
export const destroySubject = async (
  subjectKeys: Pick<SubjectKeys, 'destroy'>,
  keyVault: Pick<DataKeys, 'destroy'>,
  { organizationId, subject }: { organizationId: string; subject: string },
): Promise<void> => {
  await subjectKeys.destroy(subject);
  await keyVault.destroy(answerKeyKind, organizationId);
};
