import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

@Entity({ schema: 'read_model', name: 'webhook_delivery' })
export class WebhookDeliveryEntity {
  /** Also the `webhook-id` of every attempt. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  /** Null when the event is about no document. */
  @Column('text', { nullable: true })
  document_id: string | null;

  @Column('text')
  event: string;

  /** Where URL and secret are kept, encrypted. */
  @Column('text')
  target_ref: string;

  @Column('text')
  status: 'pending' | 'succeeded' | 'failed';

  /** Null when there is no next attempt. */
  @Column(rfc3339({ nullable: true }))
  next_attempt_at: string | null;

  @Column(rfc3339())
  created_at: string;
}
