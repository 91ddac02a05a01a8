import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** A subscription, as long as it is not deleted. */
@Entity({ schema: 'read_model', name: 'webhook' })
export class WebhookEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('jsonb')
  events: WebhookEventName[];

  @Column('text')
  status: 'active' | 'disabled';

  /** Time since which it is active, or was until it was disabled. */
  @Column(rfc3339())
  enabled_at: string;

  @Column(rfc3339())
  created_at: string;
}
