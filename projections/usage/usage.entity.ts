import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

export type UsageEndpoint =
  | 'translate'
  | 'batch'
  | 'stream'
  | 'detect'
  | 'documents'
  | 'api_keys'
  | 'glossaries'
  | 'webhooks'
  | 'compliance'
  | 'organization'
  | 'auth';

/** Usage of one key at one endpoint on one UTC day. */
@Entity({ schema: 'read_model', name: 'usage' })
export class UsageEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** UTC day as `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day: string;

  /** Id of the key; empty for requests without one. */
  @PrimaryColumn('text')
  key_id: string;

  @PrimaryColumn('text')
  endpoint: UsageEndpoint;

  @Column('bigint')
  requests: number;

  /** Code points of the translated sources; those of detections are free and do not count. */
  @Column('bigint')
  characters: number;

  /** Time of the newest request; null when documents of earlier days were completed and nothing was requested. */
  @Column(rfc3339({ nullable: true }))
  last_at: string | null;
}
