import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import type { GlossaryRecord } from '#projections/glossaries/glossaries.queries.js';
import type { GlossaryDto } from './glossaries.dto.js';

/** Maps a record to its DTO; a glossary that is bound to no domain has no such field. */
export const toGlossaryDto = ({ domain, ...record }: GlossaryRecord): GlossaryDto => ({
  ...record,
  ...(domain === null ? {} : { domain }),
});

export const recordOf = (version: GlossaryVersion): GlossaryRecord => ({
  id: version.glossaryId,
  name: version.name,
  source_language: version.sourceLanguage,
  target_language: version.targetLanguage,
  domain: version.domain,
  version: version.version,
  entry_count: version.entryCount,
  created_at: version.createdAt,
  updated_at: version.updatedAt,
});
