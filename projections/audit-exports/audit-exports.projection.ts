import type { AuditExportEvent } from '#libs/domain/audit-export/audit-export.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { AuditExportEntity } from './audit-export.entity.js';

export const auditExports = projection<AuditExportEntity, AuditExportEvent['type']>({
  name: 'audit-exports',
  version: 1,
  table: 'read_model.audit_export',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    AuditLogExportStarted: (rows, { data, metadata }) =>
      rows.insert({
        id: data.exportId,
        organization_id: data.organizationId,
        status: 'started',
        format: data.format,
        filters: data.filters,
        after: data.after,
        follow: data.follow,
        entries: null,
        sha256: null,
        checkpoint: null,
        next_cursor: null,
        sealed_client: metadata.sealedClient,
        subject: metadata.subject,
        created_at: data.startedAt,
        ended_at: null,
      }),
    AuditLogExportCompleted: (rows, { data }) =>
      rows.update(
        { id: data.exportId },
        {
          status: 'completed',
          entries: data.entries,
          sha256: data.sha256,
          checkpoint: data.checkpoint,
          next_cursor: data.nextCursor,
          ended_at: data.completedAt,
        },
      ),
    AuditLogExportBroken: (rows, { data }) =>
      rows.update({ id: data.exportId }, { status: 'broken', entries: data.entries, ended_at: data.brokenAt }),
    AuditLogExportAbandoned: (rows, { data }) =>
      rows.update({ id: data.exportId }, { status: 'failed', ended_at: data.abandonedAt }),
  },
});
