import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import type { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';
import type { HoldQueries } from '#projections/holds/holds.queries.js';
import type { SubjectDataDto, SubjectSection } from './subject-data.dto.js';

export interface KnownSubject {
  organizationId: string;
  type: SubjectType;
  id: string;
  /** Its reference. */
  subject: string;
}

/** Read models of each section. */
export const modelsOf: Record<SubjectSection, readonly string[]> = {
  entries: ['audit-log'],
  documents: ['documents'],
  api_keys: ['api-keys'],
  holds: ['holds'],
};

/** Reads the data that are kept of a data subject, a section and a page at a time. */
export class SubjectRecords {
  constructor(
    private readonly auditLog: Pick<AuditLogQueries, 'list'>,
    private readonly documents: Pick<DocumentQueries, 'ofSubject'>,
    private readonly apiKeys: Pick<ApiKeyQueries, 'listOf'>,
    private readonly holds: Pick<HoldQueries, 'listOf'>,
  ) {}

  page(
    section: SubjectSection,
    { organizationId, type, id, subject }: KnownSubject,
    page: PageRequest,
  ): Promise<Pick<SubjectDataDto, SubjectSection | 'pagination'>> {
    switch (section) {
      case 'entries':
        return this.auditLog.list(organizationId, type === 'user' ? { userId: id } : { ipAddress: id }, page);
      case 'documents':
        return this.documents.ofSubject(organizationId, subject, page);
      case 'api_keys':
        return this.apiKeys.listOf(organizationId, subject, page, new Date().toISOString());
      case 'holds':
        return this.holds.listOf(organizationId, subject, page);
    }
  }
}
