import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tier } from '#libs/domain/organization/organization.events.js';
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

  @Column(rfc3339())
  created_at: string;
}
