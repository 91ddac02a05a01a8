import type { GlossaryEvent } from '#libs/domain/glossary/glossary.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { GlossaryEntity } from './glossary.entity.js';

export const glossaries = projection<GlossaryEntity, GlossaryEvent['type']>({
  name: 'glossaries',
  version: 1,
  table: 'read_model.glossary',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    GlossaryCreated: (rows, { data }) =>
      rows.insert({
        id: data.glossaryId,
        organization_id: data.organizationId,
        name: data.name,
        source_language: data.sourceLanguage,
        target_language: data.targetLanguage,
        domain: data.domain,
        version: data.version,
        entry_count: data.entryCount,
        blob_id: data.blobId,
        created_at: data.createdAt,
        updated_at: data.updatedAt,
      }),
    GlossaryEntriesReplaced: (rows, { data }) =>
      rows.update(
        { id: data.glossaryId },
        { version: data.version, entry_count: data.entryCount, blob_id: data.blobId, updated_at: data.updatedAt },
      ),
    GlossaryDeleted: (rows, { data }) => rows.delete({ id: data.glossaryId }),
  },
});
