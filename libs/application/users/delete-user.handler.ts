import { type User, user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { assertOwnAccount } from './own-account.js';
import { passwordSecret } from './secret-tokens.js';

/** Ends an account. What its user did stays in the audit log, under the user's name. */
export class DeleteUser extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(DeleteUser, EVENT_STORE, ACCOUNTS, KEY_VAULT)
export class DeleteUserHandler implements CommandHandler<DeleteUser> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly accounts: Pick<Accounts, 'remove'>,
    private readonly keyVault: Pick<KeyVault, 'deleteSecret'>,
  ) {}

  async execute({ accountId, metadata }: DeleteUser): Promise<void> {
    let credentialId: string | null = null;
    const assertOwn = assertOwnAccount(metadata.organizationId);
    const check = (state: User): void => {
      assertOwn(state);
      if (state.status === 'account') credentialId = state.credentialId;
    };
    const command = { type: 'DeleteUser', now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, { commandId: metadata.requestId, metadata, check });
    await onceRecorded(async () => {
      await this.accounts.remove(accountId);
      if (credentialId !== null) await this.keyVault.deleteSecret(passwordSecret, credentialId);
    });
  }
}
