import { Rejection } from '#libs/domain/errors/rejection.js';

/** The injection token of what ties a user to the organization. */
export const SUBJECT_TIES = Symbol('SubjectTies');

/** Something that a user must be rid of before it is erased. */
export type SubjectTie = 'active_keys' | 'account';

export interface SubjectTies {
  /**
   * The tie of the user whom a reference stands for, by all that is in the log by now; undefined where there is none.
   * @throws an error when that cannot be known: then nothing may be erased
   */
  of(organizationId: string, subject: string): Promise<SubjectTie | undefined>;
}

const messages: Record<SubjectTie, string> = {
  active_keys: 'The user has API keys that are active. Revoke them first.',
  account: 'The user has an account. Delete it first.',
};

/** @throws Rejection `conflict` */
export const assertNotTied = (tie: SubjectTie | undefined): void => {
  if (tie !== undefined) throw new Rejection('conflict', { message: messages[tie] });
};
