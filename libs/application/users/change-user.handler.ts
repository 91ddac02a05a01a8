import { user } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertOwnUser, loadUser, noSuchUser } from './own-account.js';

export interface UserChanges {
  name?: string | undefined;
  role?: Role | undefined;
}

/** Changes a user's name or role; another role ends the sessions. Of an owner without an account the name alone is changed. */
export class ChangeUser extends Command<void> {
  constructor(
    /** Id of the account, or the reference of an owner without one. */
    readonly id: string,
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

  async execute({ id, changes: { name, role }, metadata }: ChangeUser): Promise<void> {
    const known = await loadUser(this.eventStore, id);
    if (known === undefined) throw noSuchUser();
    const check = assertOwnUser(metadata.organizationId);
    check(known);
    const opened = name === undefined ? null : await this.subjectKeys.open(known.subject, known.sealedUser);
    const sealedUser =
      opened === null ? undefined : await this.subjectKeys.seal(known.subject, { ...opened, name: name ?? '' });
    const command = { type: 'ChangeUser', role: role ?? known.role, sealedUser, now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, id, command, { commandId: metadata.requestId, metadata, check });
  }
}
