import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { Retention } from '#libs/domain/organization/organization-settings.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

@Entity({ schema: 'read_model', name: 'organization' })
export class OrganizationEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  tier: Tier;

  @Column('text')
  status: 'active' | 'suspended';

  /** Hosts that webhooks may go to; empty allows every public host. */
  @Column('jsonb')
  webhook_hosts: string[];

  /** Durations that the organization has set; null is what the operator set. */
  @Column('jsonb')
  retention: Retention;

  @Column(rfc3339())
  created_at: string;
}
