import type { ApiClient } from '#test/e2e/api-client.js';

interface Entry {
  action: string;
  request_id: string;
  result: string;
}

interface AuditPage {
  data: { entries: Entry[]; pagination: { next_cursor: string | null } };
}

const wholeAuditLog = async (client: ApiClient): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await client.fetch(`/v1/compliance/audit-logs?limit=1000${query}`);
    const page = (await answer.json()) as AuditPage;
    entries.push(...page.data.entries);
    cursor = page.data.pagination.next_cursor;
  }
  return entries;
};

/**
 * Acknowledged acts without exactly one audit entry of success, and others of their kinds with more than one. A request
 * that was refused by a fault and is repeated under its idempotency key keeps its id, and has an entry of failure too.
 */
export const auditViolations = async (
  client: ApiClient,
  told: readonly { action: string; requestId: string }[],
): Promise<string[]> => {
  const kinds = new Set(told.map(({ action }) => action));
  const counts = new Map(told.map(({ action, requestId }) => [`${action} ${requestId}`, 0]));
  const toldKeys = new Set(counts.keys());
  for (const { action, request_id, result } of await wholeAuditLog(client)) {
    const key = `${action} ${request_id}`;
    if (kinds.has(action) && result === 'success') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count !== 1)
    .map(([key, count]) => `${key} (${toldKeys.has(key) ? 'told' : 'not told'}): ${count} entries`);
};
