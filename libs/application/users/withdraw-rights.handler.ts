import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import { scopesBeyond } from '#libs/domain/user/role-scopes.js';
import { type User, user } from '#libs/domain/user/user.decider.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import { type EventMetadata, metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ACCOUNTS, EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { type OwnedKey, USER_BELONGINGS, type UserBelongings } from './user-belongings.port.js';

/**
 * Takes back what a user has handed on and may not have any more, after a deletion or another role, or where a key came in the user's
 * name in the same moment. May be sent again.
 */
export class WithdrawRights extends Command<void> {
  constructor(
    /** `subject` is the user's reference, which an account that was deleted does not tell any more. Without `accountId` it is looked up. */
    readonly of: { accountId?: string; subject: string },
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

const exceeds = (state: User, { scopes }: OwnedKey): boolean =>
  state.status === 'deleted' || (state.status === 'account' && scopesBeyond(state.role, scopes).length > 0);

/**
 * Every key and every open invite of a deleted user end; of another user those keys end that have a scope which the role lacks.
 * One who never had an account has every right.
 * What the log says when it runs decides, and not what was known when it was sent.
 */
@handles(WithdrawRights, EVENT_STORE, ACCOUNTS, USER_BELONGINGS)
export class WithdrawRightsHandler implements CommandHandler<WithdrawRights> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly accounts: Pick<Accounts, 'setInvite'>,
    private readonly belongings: UserBelongings,
  ) {}

  async execute({ of: { accountId, subject }, metadata: cause }: WithdrawRights): Promise<void> {
    // Whoever sends it, the same events, which are no requests of their own.
    const metadata: EventMetadata = { ...cause, actorType: 'system', keyId: null };
    const account = accountId ?? (await this.belongings.accountOf(metadata.organizationId, subject));
    if (account === undefined) return;
    const { state } = await loadState(this.eventStore, user, account);
    const keys = await this.belongings.keysOf(metadata.organizationId, subject);
    for (const key of keys) if (exceeds(state, key)) await this.revoke(key.id, subject, metadata);
    if (state.status !== 'deleted') return;
    const invites = await this.belongings.invitesOf(metadata.organizationId, subject);
    for (const invited of invites) await this.endInvite(invited, subject, metadata);
  }

  private async revoke(keyId: string, subject: string, metadata: EventMetadata): Promise<void> {
    const { state } = await loadState(this.eventStore, apiKey, keyId);
    // Handed over meanwhile, it is another user's.
    if (state.status === 'none' || state.grant.ownerSubject !== subject) return;
    const command = { type: 'RevokeApiKey', now: metadata.occurredAt } as const;
    await execute(this.eventStore, apiKey, keyId, command, {
      commandId: `${metadata.requestId}/revoke/${keyId}`,
      metadata,
    });
  }

  private async endInvite(accountId: string, subject: string, metadata: EventMetadata): Promise<void> {
    let inviter: string | undefined;
    const { state } = await loadState(this.eventStore, user, accountId, ({ type }, recorded) => {
      if (type === 'UserInvited' || type === 'UserInviteRenewed') inviter = metadataOf(recorded).subject;
    });
    if (inviter !== subject || state.status !== 'account' || state.invite === null) return;
    const command = { type: 'EndInvite', now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, {
      commandId: `${metadata.requestId}/invite/${accountId}`,
      metadata,
    });
    await this.accounts.setInvite(accountId, null);
  }
}
