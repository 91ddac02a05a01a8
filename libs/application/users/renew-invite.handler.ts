import { type User, user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Accounts, KnownAccount } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { newInvite, type OpenInvite } from './invites.js';
import { assertOwnAccount } from './own-account.js';
import { passwordSecret } from './secret-tokens.js';

/** Replaces password, identities and sessions of a user by a link at which to set a new password. */
export class RenewInvite extends Command<OpenInvite> {
  constructor(
    readonly account: KnownAccount,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RenewInvite, EVENT_STORE, ACCOUNTS, KEY_VAULT)
export class RenewInviteHandler implements CommandHandler<RenewInvite> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly accounts: Pick<Accounts, 'setInvite' | 'removeIdentities'>,
    private readonly keyVault: Pick<KeyVault, 'deleteSecret'>,
  ) {}

  async execute({ account: { accountId, userId }, metadata }: RenewInvite): Promise<OpenInvite> {
    const { token, invite } = newInvite(metadata.occurredAt);
    let before: string | null = null;
    const assertOwn = assertOwnAccount(metadata.organizationId);
    const check = (state: User): void => {
      assertOwn(state);
      if (state.status === 'account') before = state.credentialId;
    };
    const command = { type: 'RenewInvite', invite, now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, { commandId: metadata.requestId, metadata, check });
    await onceRecorded(async () => {
      await this.accounts.setInvite(accountId, invite.inviteHash);
      await this.accounts.removeIdentities(accountId);
      if (before !== null) await this.keyVault.deleteSecret(passwordSecret, before);
    });
    return { accountId, userId, token, expiresAt: invite.inviteExpiresAt };
  }
}
