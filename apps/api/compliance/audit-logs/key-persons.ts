import type { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import type { AuditLogRecord } from '#projections/audit-log/audit-log-record.js';

/**
 * Entries with `metadata.owner` and `metadata.maker` of keys, as user ids, where the leaf has them sealed. For display: what verifies
 * offline shows them sealed alone.
 */
export const withKeyPersons = async (
  keys: Pick<ApiKeyQueries, 'personsOf'>,
  organizationId: string,
  entries: readonly AuditLogRecord[],
): Promise<AuditLogRecord[]> => {
  const created = entries.filter(({ action, metadata }) => action === 'api_key_create' && 'sealed_owner' in metadata);
  const persons = await keys.personsOf(
    organizationId,
    created.map(({ resource_id }) => resource_id),
  );
  return entries.map((entry) => {
    const { metadata, resource_id, user_id } = entry;
    if (!('sealed_owner' in metadata)) return entry;
    // Keys are handed over to whoever does it.
    if (entry.action === 'api_key_transfer') return { ...entry, metadata: { ...metadata, owner: user_id } };
    const known = entry.action === 'api_key_create' ? persons.get(resource_id) : undefined;
    return known === undefined ? entry : { ...entry, metadata: { ...metadata, ...known } };
  });
};

/** The ids of users that entries have. */
export const usersIn = (entries: readonly Pick<AuditLogRecord, 'user_id' | 'metadata'>[]): string[] =>
  entries.flatMap(({ user_id, metadata: { owner, maker } = {} }) =>
    [user_id, owner, maker].filter((id): id is string => typeof id === 'string'),
  );
