import { erasedUserId } from '#libs/application/key-access.js';
import { KeyedSingleFlight } from '#libs/platform/async/single-flight.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { KeyOwner } from './known-keys.js';

const ownersOfLook = 500;

const userIdOf = (data: { user_id?: unknown } | null): string =>
  typeof data?.user_id === 'string' ? data.user_id : erasedUserId;

/** The ids of the users whom keys belong to, which the log has only sealed. */
export class OwnerIds {
  private readonly opening = new KeyedSingleFlight<string>();

  constructor(private readonly subjectKeys: Pick<SubjectKeys, 'open' | 'openMany'>) {}

  /** Opens the seals of all owners, so that requests need not. Where that fails, the first of each does. */
  async openAll(sealed: readonly KeyOwner[]): Promise<void> {
    for (let start = 0; start < sealed.length; start += ownersOfLook) {
      const owners = sealed.slice(start, start + ownersOfLook);
      const opened = await this.subjectKeys.openMany(owners).catch(() => []);
      for (const [index, data] of opened.entries()) {
        const owner = owners[index];
        if (owner !== undefined) owner.userId = userIdOf(data);
      }
    }
  }

  async idOf(owner: KeyOwner): Promise<string> {
    owner.userId ??= await this.opening.run(owner.subject, async () =>
      userIdOf(await this.subjectKeys.open(owner.subject, owner.sealed)),
    );
    return owner.userId;
  }
}
