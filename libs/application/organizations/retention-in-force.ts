import type { Retention } from '#libs/domain/organization/organization-settings.js';
import { duration, formatDuration } from '#libs/platform/config/parsers.js';
import type { Settings } from '#libs/platform/config/settings.js';

/** ISO 8601 durations; null where neither the organization nor the operator has set one. */
export interface RetentionInForce {
  documents: string;
  reports: string;
  webhookDeliveries: string | null;
}

/** How long data are really kept: as the organization set, and never longer than the operator does. */
export const retentionInForce = (
  { documents, reports, webhookDeliveries }: Retention,
  settings: Pick<Settings, 'TRANSLEDGER_DOCUMENT_TTL' | 'TRANSLEDGER_REPORT_TTL'>,
): RetentionInForce => {
  const atMost = (operatorsMs: number, own: string | null) =>
    formatDuration(own === null ? operatorsMs : Math.min(operatorsMs, duration(own)));
  return {
    documents: atMost(settings.TRANSLEDGER_DOCUMENT_TTL, documents),
    reports: atMost(settings.TRANSLEDGER_REPORT_TTL, reports),
    webhookDeliveries,
  };
};
