import { retentionInForce } from '#libs/application/organizations/retention-in-force.js';
import { readProcessingRecord } from '#libs/application/processing-record/kept-processing-record.js';
import { ownWebhook } from '#libs/application/webhooks/own-webhook.js';
import { endpointAt } from '#libs/application/webhooks/webhook-endpoint.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { OrganizationEvidence } from '#libs/reports/report-evidence.js';
import type { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import type { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import type { HoldQueries } from '#projections/holds/holds.queries.js';
import type { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import type { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';

export interface OrganizationSources {
  organizations: Pick<OrganizationQueries, 'find'>;
  apiKeys: Pick<ApiKeyQueries, 'active'>;
  webhooks: Pick<WebhookQueries, 'list'>;
  certifications: Pick<CertificationQueries, 'all'>;
  holds: Pick<HoldQueries, 'active'>;
  eventStore: Pick<EventStore, 'readStream'>;
  secrets: Secrets;
  subjectKeys: Pick<SubjectKeys, 'open'>;
  settings: Settings;
}

/** More than an organization can have. */
const webhooksListed = 1_000;

type WebhookEvidence = OrganizationEvidence['webhooks'][number];

/** A subscription with the host that it leads to; undefined once it is gone. */
const webhookOf = async (
  { eventStore, secrets }: OrganizationSources,
  organizationId: string,
  id: string,
): Promise<WebhookEvidence | undefined> => {
  try {
    const { targetRef, events } = await ownWebhook(eventStore, organizationId, id);
    const endpoint = await endpointAt(secrets, targetRef);
    // What is pulled goes nowhere by itself.
    const url = endpoint?.url ?? null;
    return url === null ? undefined : { id, host: new URL(url).host, events };
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_found') return undefined;
    throw error;
  }
};

/** The organization as it is now. @throws Error where there is none of that id */
export const organizationEvidence = async (
  sources: OrganizationSources,
  organizationId: string,
  now: string,
): Promise<OrganizationEvidence> => {
  const { organizations, apiKeys, webhooks, certifications, holds, settings } = sources;
  const [organization, keys, subscribed, certified, activeHolds, record] = await Promise.all([
    organizations.find(organizationId),
    apiKeys.active(organizationId, now),
    webhooks.list(organizationId, { limit: webhooksListed, offset: 0 }),
    certifications.all(organizationId),
    holds.active(organizationId),
    readProcessingRecord(sources.eventStore, sources.subjectKeys, organizationId),
  ]);
  if (organization === undefined) throw new Error(`There is no organization ${organizationId}`);
  const found = await Promise.all(subscribed.ids.map((id) => webhookOf(sources, organizationId, id)));
  const retention = retentionInForce(organization.retention, settings);
  return {
    id: organization.id,
    name: organization.name,
    tier: organization.tier,
    status: organization.status,
    createdAt: organization.created_at,
    retention: { ...retention, webhookDeliveries: retention.webhookDeliveries ?? '' },
    webhookHosts: organization.webhook_hosts,
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      expiresAt: key.expires_at,
      addressesRestricted: key.ip_allowlist.length > 0,
      createdAt: key.created_at,
      lastUsedAt: key.last_used_at,
    })),
    webhooks: found.filter((webhook) => webhook !== undefined),
    certifications: certified.map(
      ({ certificate_id, report_period, verified_at, expires_at, expected_date, ...stated }) => ({
        ...stated,
        certificateId: certificate_id,
        reportPeriod: report_period,
        verifiedAt: verified_at,
        expiresAt: expires_at,
        expectedDate: expected_date,
      }),
    ),
    activeHolds,
    declared: Object.entries(record.values).map(([field, value]) => ({ field, values: [value].flat() })),
  };
};
