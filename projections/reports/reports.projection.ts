import { begunAnew } from '#libs/domain/report/report.decider.js';
import type { ReportEvent } from '#libs/domain/report/report.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { ReportEntity } from './report.entity.js';

type ShownEvent = Exclude<ReportEvent['type'], 'ReportDownloaded'>;

export const reports = projection<ReportEntity, ShownEvent>({
  name: 'reports',
  version: 1,
  table: 'read_model.report',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    ReportRequested: (rows, { data }) =>
      rows.insert({
        id: data.reportId,
        organization_id: data.organizationId,
        type: data.reportType,
        status: 'generating',
        format: data.format,
        period_start: data.period.start,
        period_end: data.period.end,
        progress: 0,
        created_at: data.requestedAt,
        estimated_completion: data.estimatedCompletion,
        size_bytes: null,
        completed_at: null,
        expires_at: null,
        error_code: null,
        error_message: null,
      }),
    ReportProgressed: (rows, { data: { reportId: id, progress } }) =>
      rows.update(
        { id },
        progress === begunAnew
          ? { status: 'generating', progress, size_bytes: null, completed_at: null, expires_at: null }
          : { progress },
      ),
    ReportCompleted: (rows, { data }) =>
      rows.update(
        { id: data.reportId },
        {
          status: 'completed',
          progress: 100,
          size_bytes: data.sizeBytes,
          completed_at: data.completedAt,
          expires_at: data.expiresAt,
        },
      ),
    ReportFailed: (rows, { data }) =>
      rows.update(
        { id: data.reportId },
        { status: 'failed', error_code: data.error.code, error_message: data.error.message },
      ),
    ReportExpired: (rows, { data }) => rows.update({ id: data.reportId }, { status: 'expired' }),
  },
});
