import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** An event that subscriptions are told of, where it is in the log. */
@Entity({ schema: 'read_model', name: 'told_event' })
export class ToldEventEntity {
  @PrimaryColumn('text')
  position: string;

  @Column('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  event: WebhookEventName;

  @Column('text')
  stream: string;

  @Column('bigint')
  revision: number;

  @Column(rfc3339())
  recorded_at: string;
}
