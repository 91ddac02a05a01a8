import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** The injection token of the entries of data subjects. */
export const AFFECTED_ENTRIES = Symbol('AffectedEntries');

export interface AffectedEntries {
  /** Number of the audit entries that have personal data of a subject. */
  count(organizationId: string, type: SubjectType, subject: string): Promise<number>;
}
