import type { ErasureEvent } from '#libs/domain/erasure/erasure.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { ErasureEntity } from './erasure.entity.js';

export const erasures = projection<ErasureEntity, ErasureEvent['type']>({
  name: 'erasures',
  version: 1,
  table: 'read_model.erasure',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    ErasureRequested: (rows, { data }) =>
      rows.insert({
        id: data.erasureId,
        organization_id: data.organizationId,
        subject_type: data.subjectType,
        subject: data.subject,
        status: 'pending',
        entries_affected: null,
        created_at: data.requestedAt,
        completed_at: null,
      }),
    ErasureCompleted: (rows, { data }) =>
      rows.update(
        { id: data.erasureId },
        { status: 'completed', entries_affected: data.entriesAffected, completed_at: data.completedAt },
      ),
    ErasureFailed: (rows, { data }) => rows.update({ id: data.erasureId }, { status: 'failed' }),
  },
});
