import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { OwnWrites } from '../access/own-writes.js';

/** Maximum webhooks of an organization, disabled ones too. */
export const maxWebhooks = 16;

/**
 * Holds the number of webhooks of an organization. On a node those of one organization are made one after the other,
 * each after a count at the end of the log; of n nodes that make one in the same moment, n - 1 may be too many.
 */
@Injectable()
export class WebhookLimit {
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(WebhookQueries) private readonly queries: Pick<WebhookQueries, 'count'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  /**
   * Makes a webhook of the organization when there is room for one.
   * @throws Rejection `conflict`
   */
  async within<T>(organizationId: string, make: () => Promise<T>): Promise<T> {
    const before = this.queues.get(organizationId) ?? Promise.resolve();
    const made = before.then(() => this.makeIfRoom(organizationId, make));
    const ended = made.catch(() => undefined);
    this.queues.set(organizationId, ended);
    try {
      return await made;
    } finally {
      if (this.queues.get(organizationId) === ended) this.queues.delete(organizationId);
    }
  }

  private async makeIfRoom<T>(organizationId: string, make: () => Promise<T>): Promise<T> {
    await this.ownWrites.visibleIn('webhooks');
    if ((await this.queries.count(organizationId)) >= maxWebhooks) {
      throw new Rejection('conflict', {
        message: `An organization has at most ${maxWebhooks} webhooks. Delete one that is not used any more.`,
        details: { limit: maxWebhooks },
      });
    }
    return make();
  }
}
