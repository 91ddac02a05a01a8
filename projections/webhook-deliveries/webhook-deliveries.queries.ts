import { In } from 'typeorm';
import { pulledTarget } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModels } from '#libs/read-side/read-models/read-models.js';
import { isInForce, isKeptByHold } from '#projections/holds/held-documents.js';
import { WebhookAttemptEntity } from '#projections/webhook-attempts/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

export interface WebhookDeliveryView {
  id: string;
  webhook_id: string | null;
  /** Number of the message at its webhook; 0 for a test. */
  sequence: number | null;
  event: string;
  document_id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  /** Attempts, oldest first. */
  attempts: {
    attempt: number;
    outcome: 'succeeded' | 'failed';
    /** Null without a response. */
    status_code: number | null;
    /** Reason of the failure; null on success. */
    reason: string | null;
    duration_ms: number;
    attempted_at: string;
  }[];
  next_attempt_at: string | null;
  created_at: string;
}

export interface DeliveryPage {
  deliveries: WebhookDeliveryView[];
  pagination: Pagination;
}

export interface ExpiredDelivery {
  id: string;
  created_at: string;
}

export interface ExpiredPulledDelivery extends ExpiredDelivery {
  webhook_id: string;
}

export interface DueDelivery {
  id: string;
  organization_id: string;
  /** Null for the webhook of a document. */
  webhook_id: string | null;
  next_attempt_at: string;
}

const dueDeliveries = `
  select id, organization_id, webhook_id, next_attempt_at
    from read_model.webhook_delivery
   where status = 'pending' and next_attempt_at <= $1
   order by next_attempt_at, id
   limit $2`;

const unscheduled = `
  select d.id
    from read_model.document d
   where d.has_webhook and d.status = 'active' and d.created_at <= $1
     and (select count(*) from read_model.document_translation t
           where t.document_id = d.id and t.status <> 'processing' and t.requested_at <= $1)
       > (select count(*) from read_model.webhook_delivery w where w.document_id = d.id and w.webhook_id is null)
   order by d.created_at, d.id
   limit $2`;

/**
 * A delivery of a document's own webhook stays beside its document: the sweep for lost messages counts it. One to a
 * subscription stays while its attempts say whether the subscription still works. A legal hold on a document, or on the
 * period, keeps the deliveries too.
 */
const expired = `
  select w.id, w.created_at
    from read_model.webhook_delivery w
   where w.organization_id = $1 and w.status <> 'pending' and w.created_at < $2
     and (w.created_at, w.id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5, ''))
     and (w.webhook_id is null
          or (w.created_at < $7 and not exists (select from read_model.webhook_attempt a
                                                 where a.delivery_id = w.id and a.attempted_at >= $7)))
     and not exists (select from read_model.document d
                      where d.id = w.document_id
                        and ((w.webhook_id is null and d.status = 'active') or ${isKeptByHold('$3::timestamptz')}))
     and not exists (select from read_model.hold h
                      where h.organization_id = w.organization_id and ${isInForce('$3::timestamptz')}
                        and h.created_from <= w.created_at and w.created_at < h.created_until)
   order by w.created_at, w.id
   limit $6`;

const expiredPulled = `
  select w.id, w.created_at, w.webhook_id
    from read_model.webhook_delivery w
   where w.target_ref = '${pulledTarget}' and w.created_at < $1
     and (w.created_at, w.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4, ''))
     and not exists (select from read_model.document d where d.id = w.document_id and ${isKeptByHold('$2::timestamptz')})
     and not exists (select from read_model.hold h
                      where h.organization_id = w.organization_id and ${isInForce('$2::timestamptz')}
                        and h.created_from <= w.created_at and w.created_at < h.created_until)
   order by w.created_at, w.id
   limit $5`;

const columns = 'd.id, d.webhook_id, d.sequence, d.event, d.document_id, d.status, d.next_attempt_at, d.created_at';

const deliveriesOfDocument = `
  select ${columns}
    from read_model.webhook_delivery d
   where d.organization_id = $1 and d.document_id = $2 and d.webhook_id is null`;

const deliveriesOfWebhook = `
  select ${columns}
    from read_model.webhook_delivery d
   where d.organization_id = $1 and d.webhook_id = $2`;

const ofPeriod = `
  from read_model.webhook_delivery
 where webhook_id = $1 and created_at >= $2 and created_at < $3 and sequence > 0`;

const viewOf = (
  { id, webhook_id, sequence, event, document_id, status, next_attempt_at, created_at }: WebhookDeliveryEntity,
  attempts: readonly WebhookAttemptEntity[],
): WebhookDeliveryView => ({
  id,
  webhook_id,
  sequence,
  event,
  document_id,
  status,
  attempts: attempts.map(({ delivery_id: _, ...attempt }) => attempt),
  next_attempt_at,
  created_at,
});

/** Reads `webhook_delivery` and `webhook_attempt`: a reader of its own write has to wait for both projections. */
export class WebhookDeliveryQueries {
  constructor(private readonly dataSource: ReadModels) {}

  async one(organizationId: string, deliveryId: string): Promise<WebhookDeliveryView | undefined> {
    const delivery = await this.dataSource
      .getRepository(WebhookDeliveryEntity)
      .findOneBy({ id: deliveryId, organization_id: organizationId });
    if (delivery === null) return undefined;
    const attempts = await this.dataSource
      .getRepository(WebhookAttemptEntity)
      .find({ where: { delivery_id: deliveryId }, order: { attempt: 'ASC' } });
    return viewOf(delivery, attempts);
  }

  /**
   * Lists the deliveries of a document's own webhook, newest first, with all their attempts.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  ofDocument(organizationId: string, documentId: string, page: PageRequest): Promise<DeliveryPage> {
    return this.page('webhook_deliveries', deliveriesOfDocument, [organizationId, documentId], page);
  }

  /**
   * Lists the deliveries to a subscription, newest first, with all their attempts.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  ofWebhook(organizationId: string, webhookId: string, page: PageRequest): Promise<DeliveryPage> {
    return this.page('subscription_deliveries', deliveriesOfWebhook, [organizationId, webhookId], page);
  }

  /** Number of messages to a subscription that were scheduled in a period, its end exclusive; tests do not count. */
  async countInPeriod(webhookId: string, start: string, end: string): Promise<number> {
    const count = `select count(*)::integer as total ${ofPeriod}`;
    const [row] = await this.dataSource.query<{ total: number }[]>(count, [webhookId, start, end]);
    return row?.total ?? 0;
  }

  /** Ids of these messages, in the order of their numbers. */
  async inPeriod(webhookId: string, start: string, end: string): Promise<string[]> {
    const select = `select id ${ofPeriod} order by sequence`;
    const rows = await this.dataSource.query<{ id: string }[]>(select, [webhookId, start, end]);
    return rows.map(({ id }) => id);
  }

  /**
   * Documents with fewer deliveries than translations that have ended, of those requested until then, the oldest first.
   * Reads `document` and `document_translation` too.
   */
  async unscheduled(requestedBefore: string, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(unscheduled, [requestedBefore, limit]);
    return rows.map(({ id }) => id);
  }

  /**
   * Deliveries of an organization that have ended, were scheduled before a time and are held by no legal hold now, the oldest
   * first. Reads `document`, `hold` and `webhook_attempt` too.
   */
  expired({
    organizationId,
    scheduledBefore,
    judgedFrom,
    now,
    after,
    limit,
  }: {
    organizationId: string;
    scheduledBefore: string;
    /** Attempts since then say whether a subscription works. */
    judgedFrom: string;
    now: string;
    /** The last of the page before. */
    after: ExpiredDelivery | undefined;
    limit: number;
  }): Promise<ExpiredDelivery[]> {
    const page = [after?.created_at ?? null, after?.id ?? null, limit];
    return this.dataSource.query<ExpiredDelivery[]>(expired, [
      organizationId,
      scheduledBefore,
      now,
      ...page,
      judgedFrom,
    ]);
  }

  /**
   * Deliveries of all organizations that receivers ask for, were scheduled before a time and are held by no legal hold now, the oldest
   * first. Reads `document` and `hold` too.
   */
  expiredPulled({
    scheduledBefore,
    now,
    after,
    limit,
  }: {
    scheduledBefore: string;
    now: string;
    /** The last of the page before. */
    after: ExpiredDelivery | undefined;
    limit: number;
  }): Promise<ExpiredPulledDelivery[]> {
    const values = [scheduledBefore, now, after?.created_at ?? null, after?.id ?? null, limit];
    return this.dataSource.query<ExpiredPulledDelivery[]>(expiredPulled, values);
  }

  /** Pending deliveries of all organizations whose time has come, for the sweep that fills the job queue again. */
  due(now: string, limit: number): Promise<DueDelivery[]> {
    return this.dataSource.query<DueDelivery[]>(dueDeliveries, [now, limit]);
  }

  private async page(
    name: string,
    select: string,
    values: readonly [string, string],
    page: PageRequest,
  ): Promise<DeliveryPage> {
    const count = `select count(*) as total from (${select}) as listed`;
    const list = { name, table: 'read_model.webhook_delivery', select, alias: 'd', values, count };
    const { rows, pagination } = await readNewestFirst<WebhookDeliveryEntity>(this.dataSource, list, page);
    const attempts = await this.dataSource
      .getRepository(WebhookAttemptEntity)
      .find({ where: { delivery_id: In(rows.map(({ id }) => id)) }, order: { attempt: 'ASC' } });
    const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
    return { deliveries: rows.map((row) => viewOf(row, byDelivery.get(row.id) ?? [])), pagination };
  }
}
