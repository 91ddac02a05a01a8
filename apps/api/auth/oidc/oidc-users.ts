import type { KeyAccess } from '#libs/application/key-access.js';
import { loadAccount } from '#libs/application/users/own-account.js';
import { type Account, mayCome } from '#libs/domain/user/user.decider.js';
import type { ProvenIdentity } from '#libs/platform/openid-connect/openid-provider.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { AccountAccess } from '../account-access.js';

/** Why an identity signs nobody in: for our log, and never for the caller. */
export type UnknownReason = 'email_not_verified' | 'email_unknown' | 'linked_to_another' | 'user_deleted';

export type FoundUser =
  | { account: Account; access: KeyAccess; isLinked: boolean }
  | { refused: UnknownReason; access: KeyAccess | undefined };

export interface OidcUsersOptions {
  organizationId: string;
  eventStore: Pick<EventStore, 'readStream'>;
  accounts: Pick<Accounts, 'withIdentity' | 'withEmail'>;
  accountAccess: Pick<AccountAccess, 'of'>;
}

/**
 * Tells users of the one organization by the identity that a provider has proven. A linked identity is all that counts; only
 * one that is not linked yet is looked for by its address, and never takes the place of another.
 */
export class OidcUsers {
  constructor(private readonly options: OidcUsersOptions) {}

  async find(identity: ProvenIdentity): Promise<FoundUser> {
    const { accounts, organizationId } = this.options;
    const known = await accounts.withIdentity(organizationId, identity);
    const account = known && (await loadAccount(this.options.eventStore, known.accountId));
    const isLinked = account?.identities.some(({ identityId }) => identityId === known?.identityId);
    if (account === undefined || !isLinked) return this.findByEmail(identity);
    return this.with(account, true);
  }

  private async findByEmail({ issuer, verifiedEmail }: ProvenIdentity): Promise<FoundUser> {
    const { accounts, organizationId } = this.options;
    const email = await verifiedEmail();
    if (email === undefined) return { refused: 'email_not_verified', access: undefined };
    const found = await accounts.withEmail(email);
    const own = found.find((one) => one.organizationId === organizationId);
    const account = own && (await loadAccount(this.options.eventStore, own.accountId));
    if (account === undefined || !mayCome(account)) return { refused: 'email_unknown', access: undefined };
    const user = await this.with(account, false);
    const isTaken = account.identities.some((linked) => linked.issuer === issuer);
    return isTaken ? { refused: 'linked_to_another', access: user.access } : user;
  }

  private async with(account: Account, isLinked: boolean): Promise<FoundUser> {
    const access = await this.options.accountAccess.of(account);
    return access === undefined ? { refused: 'user_deleted', access } : { account, access, isLinked };
  }
}
