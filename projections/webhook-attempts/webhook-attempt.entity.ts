import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** One attempt of a webhook delivery. */
@Entity({ schema: 'read_model', name: 'webhook_attempt' })
export class WebhookAttemptEntity {
  @PrimaryColumn('text')
  delivery_id: string;

  /** Number of the attempt, from 1. */
  @PrimaryColumn('integer')
  attempt: number;

  @Column('text')
  outcome: 'succeeded' | 'failed';

  @Column('integer', { nullable: true })
  status_code: number | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('integer')
  duration_ms: number;

  @Column(rfc3339())
  attempted_at: string;
}
