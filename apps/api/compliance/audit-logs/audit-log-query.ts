import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { periodOf } from '../../http/period.js';
import { type AuditLogQuery, actionsIn, addressIn } from './audit-logs.dto.js';

/**
 * The filters of a query.
 * @throws Rejection `invalid_request` when the end is before the start
 */
export const filterOf = (query: Omit<AuditLogQuery, 'limit' | 'offset'>): AuditLogFilter => ({
  actions: actionsIn(query),
  resource: query.resource,
  resourceId: query.resource_id,
  result: query.result,
  requestId: query.request_id,
  keyId: query.key_id,
  userId: query.user_id,
  ipAddress: addressIn(query),
  ...periodOf(query),
});
