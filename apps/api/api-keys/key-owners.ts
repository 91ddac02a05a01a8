import type { NewApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { user } from '#libs/domain/user/user.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { AccessDirectory } from '../access/access-directory.js';
import { assertScope } from '../access/authenticate.js';

/** Finds the users in whose names keys are to act. */
export class KeyOwners {
  constructor(
    private readonly accounts: Pick<Accounts, 'withUserId'>,
    private readonly directory: Pick<AccessDirectory, 'accountNow'>,
    private readonly subjectKeys: Pick<SubjectKeys, 'find'>,
    private readonly eventStore: Pick<EventStore, 'readStream'>,
  ) {}

  /**
   * The owner that a caller names, or the caller's user where none is named.
   * @throws Rejection `insufficient_scope` for another user's name without `organization:manage`, `not_found` for a user
   * who is none of the organization's
   */
  async of(access: KeyAccess, named: string | undefined): Promise<NewApiKey['owner']> {
    const { organizationId, subject, userId } = access;
    if (named === undefined || named === userId) return { subject, userId };
    assertScope(access, 'organization:manage');
    const owner = (await this.withAccount(organizationId, named)) ?? (await this.withoutAccount(organizationId, named));
    if (owner !== undefined) return owner;
    throw new Rejection('not_found', { message: 'The user who is to own the key does not exist.' });
  }

  private async withAccount(organizationId: string, userId: string): Promise<NewApiKey['owner'] | undefined> {
    const account = await this.accounts.withUserId(organizationId, userId);
    const now = account && (await this.directory.accountNow(account.accountId));
    return now && { subject: now.account.owner.subject, userId, role: now.account.role };
  }

  /** The owner in whose name the first key was made. */
  private async withoutAccount(organizationId: string, userId: string): Promise<NewApiKey['owner'] | undefined> {
    const subject = await this.subjectKeys.find(organizationId, userId);
    if (subject === undefined) return undefined;
    const { state } = await loadState(this.eventStore, user, subject);
    return state.status === 'named' ? { subject, userId, role: state.role } : undefined;
  }
}
