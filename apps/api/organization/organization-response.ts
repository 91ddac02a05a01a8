import { retentionInForce } from '#libs/application/organizations/retention-in-force.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { OrganizationEntity } from '#projections/organizations/organization.entity.js';
import type { OrganizationDto } from './organization.dto.js';

/** An organization of what events say, under the longest times that the operator has set. */
export const toOrganizationState = (
  { id, name, tier, status, retention, webhook_hosts, created_at }: OrganizationEntity,
  settings: Pick<Settings, 'TRANSLEDGER_DOCUMENT_TTL' | 'TRANSLEDGER_REPORT_TTL'>,
): Omit<OrganizationDto, 'limits' | 'data_residency'> => {
  const { documents, reports, webhookDeliveries } = retentionInForce(retention, settings);
  return {
    id,
    name,
    tier,
    status,
    retention: { documents, reports, webhook_deliveries: webhookDeliveries },
    webhook_hosts,
    created_at,
  };
};
