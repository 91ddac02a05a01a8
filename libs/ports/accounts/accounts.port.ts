/** An account as it is looked up: of itself it names nobody. */
export interface KnownAccount {
  accountId: string;
  organizationId: string;
  userId: string;
}

/** A user as a provider of identities knows one. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** An identity that is kept for an account. */
export interface KnownIdentity {
  identityId: string;
  accountId: string;
}

/**
 * Finds accounts by what their users are known by. Addresses and identities are kept as keyed hashes, which nobody can guess without the
 * master key; no event has them. What an account is, and whether there is one, its stream says.
 */
export interface Accounts {
  /**
   * Takes the address for the account, in place of the one that it had, unless an account of the organization has it: then
   * returns that one. Letters of any case are the same address.
   */
  reserve(account: KnownAccount, email: string): Promise<KnownAccount>;
  /** Accounts with the address, each of another organization. */
  withEmail(email: string): Promise<KnownAccount[]>;
  withUserId(organizationId: string, userId: string): Promise<KnownAccount | undefined>;
  /** @param inviteHash SHA-256 of the token */
  withInvite(inviteHash: string): Promise<KnownAccount | undefined>;
  /** Replaces the invite by which the account is found. */
  setInvite(accountId: string, inviteHash: string | null): Promise<void>;
  /**
   * Takes the identity for the account, unless an account of the organization has it: then returns what that one has it by.
   * Undefined where the account has another identity of the same issuer.
   */
  reserveIdentity(
    wanted: KnownIdentity & { organizationId: string },
    identity: Identity,
  ): Promise<KnownIdentity | undefined>;
  withIdentity(organizationId: string, identity: Identity): Promise<KnownIdentity | undefined>;
  /** Issuers of the identities that are kept for the account, sorted. */
  issuersOf(accountId: string): Promise<string[]>;
  /** Forgets by which identities the account is found. */
  removeIdentities(accountId: string): Promise<void>;
  /** Forgets everything of the account. */
  remove(accountId: string): Promise<void>;
  /**
   * Removes what the files of the store still have of accounts that were removed. May be run again, and while others read and
   * write, who wait meanwhile.
   */
  purge(): Promise<void>;

  /** Notes when sessions were last used, in milliseconds since the epoch. */
  noteUses(uses: readonly (readonly [sessionId: string, usedAt: number])[]): Promise<void>;
  /** Time at which a session was last used, as far as any node has noted it. */
  lastUse(sessionId: string): Promise<number | undefined>;
  /** The same of many sessions, by their ids; without those of which nothing is noted. */
  lastUses(sessionIds: readonly string[]): Promise<Map<string, number>>;
}
