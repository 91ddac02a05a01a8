import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { periodOf } from '../../http/period.js';
import type { People } from '../../people/people.js';
import { type AuditLogQuery, actionsIn, addressIn } from './audit-logs.dto.js';

/** A query whose user is named by the id. */
export const withUserId = async <Query extends { user_id?: string }>(
  people: Pick<People, 'idOf'>,
  organizationId: string,
  query: Query,
): Promise<Query> =>
  query.user_id === undefined ? query : { ...query, user_id: await people.idOf(organizationId, query.user_id) };

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
