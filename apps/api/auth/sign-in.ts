import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import { loadAccount } from '#libs/application/users/own-account.js';
import { passwordSecret } from '#libs/application/users/secret-tokens.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { AttemptCounter, SignInAttempts } from '#libs/ports/accounts/sign-in-attempts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SIGN_IN_ATTEMPTS } from '#libs/ports/tokens.js';
import { networkOf } from '../access/unknown-keys.js';
import { AccountAccess } from './account-access.js';
import type { SessionOrganizationDto } from './auth.dto.js';
import { Passwords } from './passwords.js';

export interface Credentials {
  email: string;
  password: string;
  organizationId: string | undefined;
}

/** The user who signs in; without one, the accounts that the attempt was on. */
export type SignInOutcome =
  | { account: Account; access: KeyAccess }
  | { account: undefined; refusedOn: readonly KeyAccess[] };

/** Failures in a row of one account, or of one network, that lock nothing. */
const freeOfAccount = 5;
const freeOfNetwork = 50;
/**
 * Accounts of one address that an attempt tries, the oldest first. As many passwords are verified where the address has
 * fewer accounts or none, so that the time does not tell; each takes about 20 ms. Whoever has more accounts names the organization.
 */
export const accountsTried = 3;

/** Ids of what does not exist: a place without an account takes the work of one that has one. */
const nobody = { accountId: 'acc_none', credentialId: 'cred_none' };

export const invalidCredentials = () =>
  new Rejection('invalid_credentials', {
    message:
      'The e-mail address or the password is wrong, or too many attempts have failed. Wait, and try again with organization_id if you are in several organizations.',
  });

/** The names are of organizations that the password opens: its user is in each of them. */
const several = (organizations: readonly SessionOrganizationDto[]) =>
  new Rejection('missing_required_field', {
    message: 'The password opens accounts in several organizations: name organization_id.',
    details: { organization_id: ['is required'], organizations },
  });

/** One of the accounts that an attempt tries; empty where there is none. */
interface Place {
  account: Account | undefined;
  /** Undefined where there is no password, or the account is locked. */
  hash: string | undefined;
}

const counterOf = (accountId: string): AttemptCounter => ({ name: `account ${accountId}`, free: freeOfAccount });

/**
 * Tells users by their passwords. What is unknown, wrong or locked takes the same work and gets the same answer. Attempts
 * are counted by account: what happens to an account of the same address in another organization changes nothing.
 */
@Injectable()
export class SignIn {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly keyVault: Pick<KeyVault, 'getSecret'>,
    @Inject(ACCOUNTS) private readonly accounts: Pick<Accounts, 'withEmail'>,
    @Inject(SIGN_IN_ATTEMPTS) private readonly attempts: SignInAttempts,
    @Inject(AccountAccess) private readonly accountAccess: Pick<AccountAccess, 'of' | 'organizationOf'>,
    @Inject(Passwords) private readonly passwords: Pick<Passwords, 'verify' | 'verifyEach'>,
  ) {}

  /**
   * @throws Rejection `rate_limit_exceeded` for a network that failed too often; `missing_required_field` where the
   * organization must be named; `service_unavailable`
   */
  async withPassword({ email, password, organizationId }: Credentials, address: string): Promise<SignInOutcome> {
    const network = networkOf(address);
    await this.beginFrom(network);
    const found = await this.accounts.withEmail(email);
    const candidates = found.filter((one) => organizationId === undefined || one.organizationId === organizationId);
    const written = email.normalize('NFC').toLowerCase();
    const places = await Promise.all(
      Array.from({ length: accountsTried }, (_, index) =>
        this.place(candidates[index]?.accountId, `${index} of ${written}`),
      ),
    );
    const verified = await this.passwords.verifyEach(
      places.map(({ hash }) => hash),
      password,
      network,
    );
    const accountsWhere = (isWanted: (index: number) => boolean): Account[] =>
      places.flatMap(({ account }, index) => (account !== undefined && isWanted(index) ? [account] : []));
    const right = accountsWhere((index) => verified[index] === true);
    const [account] = right;
    if (account === undefined) return { account, refusedOn: await this.accessOf(accountsWhere(() => true)) };
    // Those that the password does not open keep the attempt as a failure: it was a guess at them, too.
    await Promise.all(right.map(({ accountId }) => this.attempts.succeeded(counterOf(accountId).name, 'all')));
    await this.succeededFrom(network);
    if (right.length > 1)
      throw several(await Promise.all(right.map((one) => this.accountAccess.organizationOf(one.organizationId))));
    const [access] = await this.accessOf([account]);
    return access === undefined ? { account: undefined, refusedOn: [] } : { account, access };
  }

  /** Whether the password is the account's; false for a locked account. @throws as `withPassword` */
  async isPasswordOf(account: Account, password: string, address: string): Promise<boolean> {
    const name = `password ${account.accountId}`;
    const isLocked = (await this.attempts.begin({ name, free: freeOfAccount })) > 0;
    const hash = await this.hashOf(account);
    const isRight = await this.passwords.verify(isLocked ? undefined : hash, password, networkOf(address));
    if (isRight) await this.attempts.succeeded(name, 'all');
    return isRight;
  }

  /** Counts an attempt of a network. @throws Rejection `rate_limit_exceeded` */
  async beginFrom(network: string): Promise<void> {
    const retryAfter = await this.attempts.begin({ name: `network ${network}`, free: freeOfNetwork });
    if (retryAfter === 0) return;
    throw new Rejection('rate_limit_exceeded', {
      message: 'Too many attempts to sign in have come from this address.',
      retryAfter,
    });
  }

  /** Takes back an attempt that succeeded, so that many users behind one address do not lock each other out. */
  succeededFrom(network: string): Promise<void> {
    return this.attempts.succeeded(`network ${network}`, 'one');
  }

  /** Counts the attempt on the account. @param otherwise what is counted where there is none */
  private async place(accountId: string | undefined, otherwise: string): Promise<Place> {
    const [waitS, account] = await Promise.all([
      this.attempts.begin(counterOf(accountId ?? otherwise)),
      loadAccount(this.eventStore, accountId ?? nobody.accountId),
    ]);
    const hash = await this.hashOf(account);
    return { account, hash: waitS > 0 ? undefined : hash };
  }

  private hashOf(account: Account | undefined): Promise<string | undefined> {
    return this.keyVault.getSecret(passwordSecret, account?.credentialId ?? nobody.credentialId);
  }

  private async accessOf(accounts: readonly Account[]): Promise<KeyAccess[]> {
    const found = await Promise.all(accounts.map((account) => this.accountAccess.of(account)));
    return found.filter((access) => access !== undefined);
  }
}
