import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, canSignIn, type User, user } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Accounts, KnownAccount } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { newInvite, type OpenInvite } from './invites.js';
import { loadAccount } from './own-account.js';

export interface NewUser {
  email: string;
  name: string;
  role: Role;
}

/** Invites a user to the organization of the metadata; again, with another link: also one who has come, whose password stays until then. */
export class InviteUser extends Command<OpenInvite> {
  constructor(
    readonly user: NewUser,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

const assertMayInviteBack = (account: Account, role: Role, { actorType, keyId, subject }: EventMetadata): void => {
  if (actorType === 'operator') {
    const message = 'A user of this address exists already: users reset-password makes a link to another password.';
    throw new Rejection('conflict', { message });
  }
  if (keyId === null && subject === account.subject) {
    const message = 'Nobody who has signed in invites oneself: POST /v1/auth/password changes your password.';
    throw new Rejection('conflict', { message });
  }
  if (role !== account.role) {
    const message = `A user of this address exists already, in the role ${account.role}. Invite in this role to let the user set another password; PATCH /v1/users/{id} changes the role.`;
    throw new Rejection('conflict', { message, details: { role: account.role } });
  }
};

/**
 * Refuses as `conflict` to invite a user who has come with another role, by whoever has signed in as that user, or by the operator, who
 * has a command for it.
 */
@handles(InviteUser, EVENT_STORE, SUBJECT_KEYS, ACCOUNTS)
export class InviteUserHandler implements CommandHandler<InviteUser> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'subjectFor' | 'seal' | 'open'>,
    private readonly accounts: Pick<Accounts, 'reserve' | 'setInvite' | 'remove'>,
  ) {}

  async execute({ user: wanted, metadata }: InviteUser): Promise<OpenInvite> {
    const holder = await this.holderOf(wanted.email, metadata.organizationId);
    const { token, invite } = newInvite(metadata.occurredAt);
    const account = await loadAccount(this.eventStore, holder.accountId);
    if (account !== undefined && canSignIn(account)) {
      await this.inviteBack(holder, wanted, invite, metadata);
    } else {
      await this.accounts.setInvite(holder.accountId, invite.inviteHash);
      if (account === undefined) await this.begin(holder, wanted, invite, metadata);
      else await this.inviteAgain(account, holder, wanted, invite, metadata);
    }
    return { accountId: holder.accountId, userId: holder.userId, token, expiresAt: invite.inviteExpiresAt };
  }

  /** The account that has the address: a new one, unless an earlier invite has made it. */
  private async holderOf(email: string, organizationId: string): Promise<KnownAccount> {
    const fresh = { accountId: newId('acc'), organizationId, userId: newId('usr') };
    const holder = await this.accounts.reserve(fresh, email);
    const isGone = await this.isDeleted(holder.accountId);
    if (!isGone) return holder;
    // A deletion that was cut off before its end.
    await this.accounts.remove(holder.accountId);
    return this.accounts.reserve(fresh, email);
  }

  private async isDeleted(accountId: string): Promise<boolean> {
    for await (const { type } of this.eventStore.readStream(`${user.category}-${accountId}`)) {
      if (type === 'UserDeleted') return true;
    }
    return false;
  }

  private async begin(
    { accountId, organizationId, userId }: KnownAccount,
    { email, name, role }: NewUser,
    invite: ReturnType<typeof newInvite>['invite'],
    metadata: EventMetadata,
  ): Promise<void> {
    const subject = await this.subjectKeys.subjectFor(organizationId, userId);
    const sealedUser = await this.subjectKeys.seal(subject, { user_id: userId, email, name });
    const data = { organizationId, accountId, subject, ...invite, sealedUser, role, invitedAt: metadata.occurredAt };
    const context = { commandId: metadata.requestId, metadata };
    await execute(this.eventStore, user, accountId, { type: 'InviteUser', data }, context);
  }

  private async inviteAgain(
    { accountId, subject, sealedUser: known }: Account,
    { userId }: KnownAccount,
    { email, name, role }: NewUser,
    invite: ReturnType<typeof newInvite>['invite'],
    metadata: EventMetadata,
  ): Promise<void> {
    const now = metadata.occurredAt;
    const before = await this.subjectKeys.open(subject, known);
    const sealedUser =
      before?.name === name ? undefined : await this.subjectKeys.seal(subject, { user_id: userId, email, name });
    const changed = { type: 'ChangeUser', role, sealedUser, now } as const;
    const renewed = { type: 'InviteAgain', invite, now } as const;
    await execute(this.eventStore, user, accountId, changed, { commandId: `${metadata.requestId}/user`, metadata });
    await execute(this.eventStore, user, accountId, renewed, { commandId: metadata.requestId, metadata });
  }

  /** A link for one who has forgotten the password: it changes neither name nor role. */
  private async inviteBack(
    { accountId }: KnownAccount,
    { role }: NewUser,
    invite: ReturnType<typeof newInvite>['invite'],
    metadata: EventMetadata,
  ): Promise<void> {
    const check = (state: User): void => {
      if (state.status === 'account') assertMayInviteBack(state, role, metadata);
    };
    const command = { type: 'InviteAgain', invite, now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, { commandId: metadata.requestId, metadata, check });
    await onceRecorded(() => this.accounts.setInvite(accountId, invite.inviteHash));
  }
}
