import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { loadAccount, loadUser, noSuchUser } from './own-account.js';
import { passwordSecret } from './secret-tokens.js';

export interface NewOwner {
  accountId: string;
  subject: string;
  /** Hash of the token of the link. */
  proof: string;
  email: string;
  /** Undefined leaves the name that the owner has. */
  name: string | undefined;
  /** Hash of the password, as argon2 writes it. */
  hash: string;
}

/** Gives the owner of a first start an account, by a link: the same user, who can sign in now. */
export class SignUpOwner extends Command<Account> {
  constructor(
    readonly owner: NewOwner,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** The hash of the password is in the vault before the event names it. */
@handles(SignUpOwner, EVENT_STORE, SUBJECT_KEYS, KEY_VAULT, ACCOUNTS)
export class SignUpOwnerHandler implements CommandHandler<SignUpOwner> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'seal' | 'open'>,
    private readonly keyVault: Pick<KeyVault, 'putSecret' | 'deleteSecret'>,
    private readonly accounts: Pick<Accounts, 'reserve' | 'remove'>,
  ) {}

  async execute({ owner, metadata }: SignUpOwner): Promise<Account> {
    const { accountId, subject, proof, email, hash } = owner;
    const { organizationId, occurredAt: now } = metadata;
    const named = await loadUser(this.eventStore, subject);
    const known = named && (await this.subjectKeys.open(subject, named.sealedUser));
    if (named?.organizationId !== organizationId || typeof known?.user_id !== 'string') throw noSuchUser();
    const name = owner.name ?? String(known.name ?? '');
    const sealedUser = await this.subjectKeys.seal(subject, { user_id: known.user_id, email, name });
    const reserved = { accountId, organizationId, userId: known.user_id };
    const holder = await this.accounts.reserve(reserved, email);
    if (holder.accountId !== accountId)
      throw new Rejection('conflict', { message: 'A user of this address exists already.' });
    const credentialId = newId('cred');
    await this.keyVault.putSecret(passwordSecret, credentialId, hash, organizationId);
    const command = { type: 'SignUpOwner', proof, sealedUser, credentialId, now } as const;
    const context = { commandId: metadata.requestId, metadata };
    const executed = await execute(this.eventStore, user, accountId, command, context).catch(async (error: unknown) => {
      await this.keyVault.deleteSecret(passwordSecret, credentialId);
      // Of two who use a link at once, the one who came first has the account.
      const first = await loadAccount(this.eventStore, accountId);
      const firstUser = first && (await this.subjectKeys.open(subject, first.sealedUser));
      if (typeof firstUser?.email === 'string') await this.accounts.reserve(reserved, firstUser.email);
      else await this.accounts.remove(accountId);
      throw error;
    });
    if (executed.state.status !== 'account') throw noSuchUser();
    return executed.state;
  }
}
