import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AccessDirectory } from '../access/access-directory.js';
import { OneByOne } from '../access/one-by-one.js';

/** Maximum users of an organization, invited ones too: every node of the API knows all of them. */
export const maxUsers = 10_000;

/**
 * Holds the number of users of an organization. On a node those of one organization are invited one after the other, each after a
 * count at the end of the log; of n nodes that invite one in the same moment, n - 1 may be too many.
 */
export class UserLimit {
  private readonly turns = new OneByOne();

  constructor(private readonly directory: Pick<AccessDirectory, 'countUsers'>) {}

  /**
   * Invites a user of the organization when there is room for one.
   * @throws Rejection `conflict`
   */
  within<T>(organizationId: string, invite: () => Promise<T>): Promise<T> {
    return this.turns.run(organizationId, async () => {
      if ((await this.directory.countUsers(organizationId)) >= maxUsers) {
        throw new Rejection('conflict', {
          message: `An organization has at most ${maxUsers} users. Delete one who does not sign in any more.`,
          details: { limit: maxUsers },
        });
      }
      return invite();
    });
  }
}
