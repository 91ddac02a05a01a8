import { type Account, type User, user } from '#libs/domain/user/user.decider.js';
import type { PasswordSetter } from '#libs/domain/user/user.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { assertOwnAccount, noSuchUser } from './own-account.js';
import { passwordSecret } from './secret-tokens.js';

export interface NewPassword {
  accountId: string;
  /** Hash of the password, as argon2 writes it. */
  hash: string;
  by: PasswordSetter;
  /** Hash of the invite, or the id of the credential that was verified; null for the operator. */
  proof: string | null;
}

/** Sets the password of a user and ends the sessions; returns the account as it is then. */
export class SetPassword extends Command<Account> {
  constructor(
    readonly password: NewPassword,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** The hash is in the vault before the event names it, so that an account never has a password that is nowhere. */
@handles(SetPassword, EVENT_STORE, KEY_VAULT, ACCOUNTS)
export class SetPasswordHandler implements CommandHandler<SetPassword> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly keyVault: Pick<KeyVault, 'putSecret' | 'deleteSecret'>,
    private readonly accounts: Pick<Accounts, 'setInvite'>,
  ) {}

  async execute({ password: { accountId, hash, by, proof }, metadata }: SetPassword): Promise<Account> {
    const { organizationId, occurredAt: now } = metadata;
    const credentialId = newId('cred');
    let before: string | null = null;
    const assertOwn = assertOwnAccount(organizationId);
    const check = (state: User): void => {
      assertOwn(state);
      if (state.status === 'account') before = state.credentialId;
    };
    await this.keyVault.putSecret(passwordSecret, credentialId, hash, organizationId);
    const command = { type: 'SetPassword', credentialId, by, proof, now } as const;
    const context = { commandId: metadata.requestId, metadata, check };
    const executed = await execute(this.eventStore, user, accountId, command, context).catch(async (error: unknown) => {
      await this.keyVault.deleteSecret(passwordSecret, credentialId);
      throw error;
    });
    await onceRecorded(async () => {
      await this.accounts.setInvite(accountId, null);
      if (before !== null && before !== credentialId) await this.keyVault.deleteSecret(passwordSecret, before);
    });
    if (executed.state.status !== 'account') throw noSuchUser();
    return executed.state;
  }
}
