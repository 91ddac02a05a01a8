import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Retention, SettingsChanges } from '#libs/domain/organization/organization-settings.js';
import { formatDuration } from '#libs/platform/config/parsers.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { parseDuration, parseHost } from '../http/constraints.js';
import { validated } from '../http/validation.js';
import { RetentionChanges, UpdateOrganizationRequest } from './update-organization.dto.js';

const dayMs = 24 * 60 * 60 * 1_000;

/** Longest time that what the operator set no time for may be kept: ten years. */
const maxRetentionMs = 3_650 * dayMs;

const operators = ['data_residency', 'tier', 'status', 'limits'] as const;

type OperatorsRetention = Pick<Settings, 'TRANSLEDGER_DOCUMENT_TTL' | 'TRANSLEDGER_REPORT_TTL'>;

const assertOwnToChange = (body: unknown): void => {
  const other = operators.find((field) => typeof body === 'object' && body !== null && Object.hasOwn(body, field));
  if (other === undefined) return;
  throw new Rejection('invalid_request', { details: { [other]: ['is set by the operator'] } });
};

/** A duration from a day up to `maxMs`; null goes back to the operator's. */
const durationOf = (field: keyof RetentionChanges, value: string | null, maxMs: number): string | null => {
  if (value === null) return null;
  const milliseconds = parseDuration(value) ?? 0;
  // An operator may keep things for less than a day: then that is all there is.
  if (milliseconds < Math.min(dayMs, maxMs) || milliseconds > maxMs) {
    const range = `must be from P1D to ${formatDuration(maxMs)}`;
    throw new Rejection('invalid_request', { details: { [`retention.${field}`]: [range] } });
  }
  return formatDuration(milliseconds);
};

const retentionOf = (given: RetentionChanges, settings: OperatorsRetention): Partial<Retention> => {
  const { documents, reports, webhook_deliveries: deliveries } = validated(RetentionChanges, given, 'retention');
  return {
    ...(documents !== undefined && {
      documents: durationOf('documents', documents, settings.TRANSLEDGER_DOCUMENT_TTL),
    }),
    ...(reports !== undefined && { reports: durationOf('reports', reports, settings.TRANSLEDGER_REPORT_TTL) }),
    ...(deliveries !== undefined && {
      webhookDeliveries: durationOf('webhook_deliveries', deliveries, maxRetentionMs),
    }),
  };
};

/**
 * The settings that the body of a request changes.
 * @throws Rejection `invalid_request` for what is wrong or the operator's, and where nothing is named
 */
export const settingsChangesOf = (body: unknown, settings: OperatorsRetention): SettingsChanges => {
  const given = validated(UpdateOrganizationRequest, body);
  assertOwnToChange(body);
  const retention = given.retention == null ? {} : retentionOf(given.retention, settings);
  const hosts = given.webhook_hosts?.map((host) => parseHost(host) ?? host);
  const changes: SettingsChanges = {
    ...(given.name != null && { name: given.name }),
    ...(hosts != null && { webhookHosts: [...new Set(hosts)] }),
    ...(Object.keys(retention).length > 0 && { retention }),
  };
  if (Object.keys(changes).length === 0) {
    throw new Rejection('invalid_request', { message: 'The body must name name, webhook_hosts or retention.' });
  }
  return changes;
};
