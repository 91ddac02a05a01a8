import { user } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertOwnAccount, loadAccount, noSuchUser } from './own-account.js';

export interface UserChanges {
  name?: string | undefined;
  role?: Role | undefined;
}

/** Changes a user's name or role; another role ends the sessions. */
export class ChangeUser extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly changes: UserChanges,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ChangeUser, EVENT_STORE, SUBJECT_KEYS)
export class ChangeUserHandler implements CommandHandler<ChangeUser> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'open' | 'seal'>,
  ) {}

  async execute({ accountId, changes: { name, role }, metadata }: ChangeUser): Promise<void> {
    const account = await loadAccount(this.eventStore, accountId);
    if (account === undefined) throw noSuchUser();
    const check = assertOwnAccount(metadata.organizationId);
    check(account);
    const opened = name === undefined ? null : await this.subjectKeys.open(account.subject, account.sealedUser);
    const sealedUser =
      opened === null ? undefined : await this.subjectKeys.seal(account.subject, { ...opened, name: name ?? '' });
    const command = { type: 'ChangeUser', role: role ?? account.role, sealedUser, now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, { commandId: metadata.requestId, metadata, check });
  }
}
