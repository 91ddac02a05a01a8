import type { OrganizationEvent } from '#libs/domain/organization/organization.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { OrganizationEntity } from './organization.entity.js';

export const organizations = projection<OrganizationEntity, OrganizationEvent['type']>({
  name: 'organizations',
  version: 1,
  table: 'read_model.organization',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    OrganizationCreated: (rows, { data }) =>
      rows.insert({
        id: data.organizationId,
        name: data.name,
        tier: data.tier,
        status: 'active',
        created_at: data.createdAt,
      }),
    OrganizationTierChanged: (rows, { data }) => rows.update({ id: data.organizationId }, { tier: data.tier }),
    OrganizationSuspended: (rows, { data }) => rows.update({ id: data.organizationId }, { status: 'suspended' }),
    OrganizationResumed: (rows, { data }) => rows.update({ id: data.organizationId }, { status: 'active' }),
  },
});
