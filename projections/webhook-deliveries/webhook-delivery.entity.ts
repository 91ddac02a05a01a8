import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

@Entity({ schema: 'read_model', name: 'webhook_delivery' })
export class WebhookDeliveryEntity {
  /** Id of the delivery, also the `webhook-id` of every attempt. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  /** Subscription that it is for; null for the webhook of a document. */
  @Column('text', { nullable: true })
  webhook_id: string | null;

  /** Number of the message at its webhook; null for the webhook of a document. */
  @Column('integer', { nullable: true })
  sequence: number | null;

  /** Id of the document; null when the event is about none. */
  @Column('text', { nullable: true })
  document_id: string | null;

  @Column('text')
  event: string;

  /** Place of the encrypted URL and secret. */
  @Column('text')
  target_ref: string;

  @Column('text')
  status: 'pending' | 'succeeded' | 'failed';

  /** Time of the next attempt; null when there is none. */
  @Column(rfc3339({ nullable: true }))
  next_attempt_at: string | null;

  @Column(rfc3339())
  created_at: string;
}
