import { holderNotEntitled } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

const ids = `
  select w.id, w.created_at
    from read_model.webhook w
   where w.organization_id = $1`;

const subscribed = `
  select id
    from read_model.webhook
   where organization_id = $1 and events ? $2
   order by created_at, id`;

const failing = `
  select w.id
    from read_model.webhook w
    cross join lateral (
      select a.outcome, a.attempted_at
        from read_model.webhook_delivery d
        join read_model.webhook_attempt a on a.delivery_id = d.id
       where d.webhook_id = w.id and a.attempted_at >= greatest($1::timestamptz, w.enabled_at)
         and a.reason is distinct from '${holderNotEntitled}'
    ) made
   where w.status = 'active' and w.enabled_at <= $2
   group by w.id
  having max(attempted_at) filter (where outcome = 'failed') > $2
     and max(attempted_at) filter (where outcome = 'failed' and attempted_at <= $2)
       > coalesce(max(attempted_at) filter (where outcome = 'succeeded'), '-infinity')
   order by w.id`;

export class WebhookQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Lists webhooks, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(organizationId: string, page: PageRequest): Promise<{ ids: string[]; pagination: Pagination }> {
    const list = {
      name: 'webhooks',
      table: 'read_model.webhook',
      select: ids,
      alias: 'w',
      values: [organizationId] as const,
    };
    const { rows, pagination } = await readNewestFirst<{ id: string; created_at: string }>(this.readModels, list, page);
    return { ids: rows.map(({ id }) => id), pagination };
  }

  /** Number of webhooks of the organization, disabled ones too. */
  async count(organizationId: string): Promise<number> {
    const count = 'select count(*)::integer as total from read_model.webhook where organization_id = $1';
    const [row] = await this.readModels.query<{ total: number }[]>(count, [organizationId]);
    return row?.total ?? 0;
  }

  /** Webhooks of the organization that are subscribed to an event, disabled ones too, the oldest first. */
  async subscribedTo(organizationId: string, event: string): Promise<string[]> {
    const rows = await this.readModels.query<{ id: string }[]>(subscribed, [organizationId, event]);
    return rows.map(({ id }) => id);
  }

  /**
   * Active webhooks of all organizations that have failed since `until` or before, and after it again, with no success
   * in between. Looks at attempts from `from` on, and since the webhook was enabled. Reads `webhook_delivery` and
   * `webhook_attempt` too.
   */
  async failing(from: string, until: string): Promise<string[]> {
    const rows = await this.readModels.query<{ id: string }[]>(failing, [from, until]);
    return rows.map(({ id }) => id);
  }
}
