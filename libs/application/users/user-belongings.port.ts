import type { Scope } from '#libs/domain/api-key/scopes.js';

/** The injection token of what users have handed on. */
export const USER_BELONGINGS = Symbol('UserBelongings');

export interface OwnedKey {
  id: string;
  scopes: readonly Scope[];
}

/** By all that is in the log when it is asked. */
export interface UserBelongings {
  /**
   * Keys that act in the name of a user, by reference, and have not ended.
   * @throws an error while that cannot be known
   */
  keysOf(organizationId: string, subject: string): Promise<OwnedKey[]>;
  /**
   * The account that a user, by reference, has or had; undefined where there was none.
   * @throws an error while that cannot be known
   */
  accountOf(organizationId: string, subject: string): Promise<string | undefined>;
  /**
   * Ids of the accounts with an invite that is open and that a user, by reference, may have made.
   * @throws an error while that cannot be known
   */
  invitesOf(organizationId: string, subject: string): Promise<string[]>;
}
