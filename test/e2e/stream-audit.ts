import type { RunningService } from './running-service.js';

export interface AuditEntry {
  action: string;
  result: string;
  request_id: string;
  metadata: Record<string, unknown>;
}

/** Entries of the audit log about translations, as the organization of the service sees them. */
export const auditEntries = async (service: RunningService): Promise<AuditEntry[]> => {
  const answer = await service.fetch('/v1/compliance/audit-logs?limit=1000&action=translate');
  const { data } = (await answer.json()) as { data: { entries: AuditEntry[] } };
  return data.entries;
};
