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

/** What one key did at one endpoint on one UTC day. */
@Entity({ schema: 'read_model', name: 'usage' })
export class UsageEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** `YYYY-MM-DD`, UTC. */
  @PrimaryColumn('date')
  day: string;

  /** Empty for what was done without a key. */
  @PrimaryColumn('text')
  key_id: string;

  @PrimaryColumn('text')
  endpoint: UsageEndpoint;

  @Column('bigint')
  requests: number;

  /** Code points of the sources translated; those of detections are free and do not count. */
  @Column('bigint')
  characters: number;

  /** Newest request; null where documents of earlier days were completed and nothing was asked for. */
  @Column(rfc3339({ nullable: true }))
  last_at: string | null;
}
