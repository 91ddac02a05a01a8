import type { OrganizationEvent } from '#libs/domain/organization/organization.events.js';
import { changedSettings, initialSettings } from '#libs/domain/organization/organization-settings.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { OrganizationEntity } from './organization.entity.js';

export const organizations = projection<
  OrganizationEntity,
  Exclude<OrganizationEvent['type'], 'ExternalEnginesChanged'>
>({
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
        webhook_hosts: [],
        retention: initialSettings(data.name).retention,
        created_at: data.createdAt,
      }),
    OrganizationTierChanged: (rows, { data }) => rows.update({ id: data.organizationId }, { tier: data.tier }),
    OrganizationSettingsChanged: (rows, { data }) => {
      const { name, webhookHosts, retention } = changedSettings(data.previous, data.changes);
      rows.update({ id: data.organizationId }, { name, webhook_hosts: webhookHosts, retention });
    },
    OrganizationSuspended: (rows, { data }) => rows.update({ id: data.organizationId }, { status: 'suspended' }),
    OrganizationResumed: (rows, { data }) => rows.update({ id: data.organizationId }, { status: 'active' }),
  },
});
