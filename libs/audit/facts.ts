import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import {
  type OrganizationSettings,
  retentionKinds,
  type SettingsChanges,
} from '#libs/domain/organization/organization-settings.js';
import type { AuditMetadata } from './audit-metadata.js';

/** The target of a hold as an entry tells it; of a data subject only its kind, for a leaf names none. */
export const heldFacts = (target: HoldTarget): AuditMetadata => {
  if (target.kind === 'subject') return { subject_type: target.type };
  if (target.kind === 'period') return { period_end: target.end, period_start: target.start };
  return { held_resource: target.resource, held_resource_id: target.resourceId };
};

const retentionNames = { documents: 'documents', reports: 'reports', webhookDeliveries: 'webhook_deliveries' } as const;

/** Settings as an entry names them; those that are not given are left out. */
const namedSettings = ({ name, webhookHosts, retention = {} }: SettingsChanges): AuditMetadata => ({
  ...(name === undefined ? {} : { name }),
  ...(webhookHosts === undefined ? {} : { webhook_hosts: webhookHosts }),
  ...Object.fromEntries(
    retentionKinds.flatMap((kind) => {
      const value = retention[kind];
      return value === undefined ? [] : [[`retention_${retentionNames[kind]}`, value]];
    }),
  ),
});

/** The settings that were changed, and each as it was before. */
export const settingsFacts = (changes: SettingsChanges, previous: OrganizationSettings): AuditMetadata => {
  const changed = namedSettings(changes);
  const before = Object.entries(namedSettings(previous)).filter(([name]) => name in changed);
  return { ...changed, ...Object.fromEntries(before.map(([name, value]) => [`previous_${name}`, value])) };
};
