import type { DataSource } from 'typeorm';
import { WebhookAttemptEntity } from '#projections/webhook-attempts/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

export interface WebhookDeliveryView {
  id: string;
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

export interface DueDelivery {
  id: string;
  organization_id: string;
  next_attempt_at: string;
}

const dueDeliveries = `
  select id, organization_id, next_attempt_at
    from read_model.webhook_delivery
   where status = 'pending' and next_attempt_at <= $1
   order by next_attempt_at, id
   limit $2`;

/** Reads `webhook_delivery` and `webhook_attempt`: a reader of its own write has to wait for both projections. */
export class WebhookDeliveryQueries {
  constructor(private readonly dataSource: DataSource) {}

  async one(organizationId: string, deliveryId: string): Promise<WebhookDeliveryView | undefined> {
    const delivery = await this.dataSource
      .getRepository(WebhookDeliveryEntity)
      .findOneBy({ id: deliveryId, organization_id: organizationId });
    if (delivery === null) return undefined;
    const attempts = await this.dataSource
      .getRepository(WebhookAttemptEntity)
      .find({ where: { delivery_id: deliveryId }, order: { attempt: 'ASC' } });
    const { id, event, document_id, status, next_attempt_at, created_at } = delivery;
    return {
      id,
      event,
      document_id,
      status,
      attempts: attempts.map(({ delivery_id: _, ...attempt }) => attempt),
      next_attempt_at,
      created_at,
    };
  }

  /** Pending deliveries of all organizations whose time has come, for the sweep that fills the job queue again. */
  due(now: string, limit: number): Promise<DueDelivery[]> {
    return this.dataSource.query<DueDelivery[]>(dueDeliveries, [now, limit]);
  }
}
