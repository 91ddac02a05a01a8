import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AccessDirectory } from '../access/access-directory.js';
import { OneByOne } from '../access/one-by-one.js';

/**
 * Keeps an organization one owner who can sign in. On a node the owners of an organization go one after the other, each
 * after a look at the end of the log. Nodes do not wait for each other: two owners who remove each other on two nodes in
 * the same moment leave none, and the operator makes another.
 */
export class LastOwner {
  private readonly turns = new OneByOne();

  constructor(private readonly directory: Pick<AccessDirectory, 'accountNow'>) {}

  /**
   * Does what makes the account one of no owner, unless it is the last one.
   * @throws Rejection `conflict`
   */
  keptBy(accountId: string, organizationId: string, change: () => Promise<void>): Promise<void> {
    return this.turns.run(organizationId, async () => {
      const known = await this.directory.accountNow(accountId);
      const isOwner = known?.account.role === 'owner' && known.account.canSignIn;
      if (isOwner && known.otherOwners === 0) {
        throw new Rejection('conflict', { message: 'The last owner of an organization stays its owner.' });
      }
      await change();
    });
  }
}
