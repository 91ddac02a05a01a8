import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AccessDirectory } from './access-directory.js';
import { maxActiveKeys } from './known-keys.js';
import { OneByOne } from './one-by-one.js';

/**
 * Holds the number of active keys of an organization. On a node the keys of one organization are made one after the
 * other, each after a count at the end of the log, so that one node never passes the limit. Nodes do not wait for each
 * other: where n of them make a key of one organization in the same moment, it may have n - 1 more.
 */
export class ActiveKeyLimit {
  private readonly turns = new OneByOne();

  constructor(private readonly directory: Pick<AccessDirectory, 'countActive'>) {}

  /**
   * Makes a key of the organization when there is room for one.
   * @throws Rejection `conflict`
   */
  within<T>(organizationId: string, make: () => Promise<T>): Promise<T> {
    return this.turns.run(organizationId, () => this.makeIfRoom(organizationId, make));
  }

  private async makeIfRoom<T>(organizationId: string, make: () => Promise<T>): Promise<T> {
    if ((await this.directory.countActive(organizationId)) >= maxActiveKeys) {
      throw new Rejection('conflict', {
        message: `An organization has at most ${maxActiveKeys} active API keys. Revoke one that is not used any more.`,
        details: { limit: maxActiveKeys },
      });
    }
    return make();
  }
}
