import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import { loadAccount } from '#libs/application/users/own-account.js';
import { passwordSecret } from '#libs/application/users/secret-tokens.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SignInAttempts } from '#libs/ports/accounts/sign-in-attempts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SIGN_IN_ATTEMPTS } from '#libs/ports/tokens.js';
import { networkOf } from '../access/unknown-keys.js';
import { AccountAccess } from './account-access.js';
import { Passwords } from './passwords.js';

export interface Credentials {
  email: string;
  password: string;
  organizationId: string | undefined;
}

/** The user who signs in, or tried to. */
export interface SignInOutcome {
  /** Undefined where it was refused. */
  account: Account | undefined;
  /** Whose account the attempt was on; undefined where there is none, or there are several. */
  access: KeyAccess | undefined;
}

/** Failures in a row of one address of mail, or of one network, that lock nothing. */
const freeOfEmail = 5;
const freeOfNetwork = 50;
/** Accounts of one address of mail in so many organizations are tried without a word of which. */
const maxAccounts = 3;

export const invalidCredentials = () =>
  new Rejection('invalid_credentials', {
    message:
      'The e-mail address or the password is wrong, or too many attempts have failed. Wait, and try again with organization_id if you are in several organizations.',
  });

const several = () =>
  new Rejection('missing_required_field', {
    message: 'The e-mail address is known to several organizations: name organization_id.',
    details: { organization_id: ['is required'] },
  });

/** Tells users by their passwords. What is unknown, wrong or locked takes the same work and gets the same answer. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly keyVault: Pick<KeyVault, 'getSecret'>,
    @Inject(ACCOUNTS) private readonly accounts: Pick<Accounts, 'withEmail'>,
    @Inject(SIGN_IN_ATTEMPTS) private readonly attempts: SignInAttempts,
    @Inject(AccountAccess) private readonly accountAccess: Pick<AccountAccess, 'of'>,
    @Inject(Passwords) private readonly passwords: Pick<Passwords, 'verify'>,
  ) {}

  /**
   * @throws Rejection `rate_limit_exceeded` for a network that failed too often; `missing_required_field` where the
   * organization must be named; `service_unavailable`
   */
  async withPassword({ email, password, organizationId }: Credentials, address: string): Promise<SignInOutcome> {
    const network = networkOf(address);
    await this.beginFrom(network);
    const emailName = `email ${email.normalize('NFC').toLowerCase()}`;
    const isLocked = (await this.attempts.begin({ name: emailName, free: freeOfEmail })) > 0;
    const found = await this.accounts.withEmail(email);
    const candidates = found.filter((one) => organizationId === undefined || one.organizationId === organizationId);
    const accounts = await this.load(candidates.slice(0, maxAccounts).map(({ accountId }) => accountId));
    const right = await this.verified(accounts, password, network, isLocked);
    const [account] = right;
    if (account === undefined) {
      const [only] = accounts;
      return { account, access: accounts.length === 1 && only ? await this.accountAccess.of(only) : undefined };
    }
    if (accounts.length > 1) throw several();
    await this.attempts.succeeded(emailName, 'all');
    await this.succeededFrom(network);
    return { account, access: await this.accountAccess.of(account) };
  }

  /** Whether the password is the account's. @throws as `withPassword`; `invalid_credentials` for a locked account */
  async isPasswordOf(account: Account, password: string, address: string): Promise<boolean> {
    const name = `password ${account.accountId}`;
    const isLocked = (await this.attempts.begin({ name, free: freeOfEmail })) > 0;
    const [right] = await this.verified([account], password, networkOf(address), isLocked);
    if (right !== undefined) await this.attempts.succeeded(name, 'all');
    return right !== undefined;
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

  private async load(ids: readonly string[]): Promise<Account[]> {
    const loaded = await Promise.all(ids.map((id) => loadAccount(this.eventStore, id)));
    return loaded.filter((account) => account !== undefined);
  }

  /** Those accounts whose password it is. One verification is made where there is none, or it is locked. */
  private async verified(
    accounts: readonly Account[],
    password: string,
    network: string,
    isLocked: boolean,
  ): Promise<Account[]> {
    if (accounts.length === 0) await this.passwords.verify(undefined, password, network);
    const right: Account[] = [];
    for (const account of accounts) {
      const { credentialId } = account;
      const hash = credentialId === null ? undefined : await this.keyVault.getSecret(passwordSecret, credentialId);
      if (await this.passwords.verify(isLocked ? undefined : hash, password, network)) right.push(account);
    }
    return right;
  }
}
