import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { decodeCursor, type PageRequest, type Pagination } from '#libs/read-side/read-models/page.js';
import type { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import type { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';
import type { HoldQueries } from '#projections/holds/holds.queries.js';
import type { SessionQueries } from '#projections/sessions/sessions.queries.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import type { SubjectAccountDto, SubjectDataDto, SubjectSection, SubjectSessionDto } from './subject-data.dto.js';

export interface KnownSubject {
  organizationId: string;
  type: SubjectType;
  id: string;
  /** Its reference. */
  subject: string;
}

export interface SubjectSources {
  auditLog: Pick<AuditLogQueries, 'list'>;
  documents: Pick<DocumentQueries, 'ofSubject'>;
  apiKeys: Pick<ApiKeyQueries, 'listOf'>;
  holds: Pick<HoldQueries, 'listOf'>;
  users: Pick<UserQueries, 'accountOf' | 'everOf'>;
  sessions: Pick<SessionQueries, 'listOf'>;
  exports: Pick<AuditExportQueries, 'listOf'>;
  accounts: Pick<Accounts, 'issuersOf' | 'lastUses'>;
}

/** Read models of each section. */
export const modelsOf: Record<SubjectSection, readonly string[]> = {
  entries: ['audit-log'],
  documents: ['documents'],
  api_keys: ['api-keys'],
  holds: ['holds'],
  account: ['users'],
  sessions: ['users', 'sessions'],
  exports: ['audit-exports'],
};

const ofOne = (total: number, { limit }: PageRequest): Pagination => ({
  total,
  limit,
  offset: 0,
  has_more: false,
  next_cursor: null,
});

/** Reads the data that are kept of a data subject, a section and a page at a time. */
export class SubjectRecords {
  constructor(private readonly from: SubjectSources) {}

  page(
    section: SubjectSection,
    { organizationId, type, id, subject }: KnownSubject,
    page: PageRequest,
  ): Promise<Pick<SubjectDataDto, SubjectSection | 'pagination'>> {
    const { auditLog, documents, apiKeys, holds, exports } = this.from;
    switch (section) {
      case 'entries':
        return auditLog.list(organizationId, type === 'user' ? { userId: id } : { ipAddress: id }, page);
      case 'documents':
        return documents.ofSubject(organizationId, subject, page);
      case 'api_keys':
        return apiKeys.listOf(organizationId, subject, page, new Date().toISOString());
      case 'holds':
        return holds.listOf(organizationId, subject, page);
      case 'account':
        return this.account(organizationId, subject, page);
      case 'sessions':
        return this.sessions(organizationId, subject, page);
      case 'exports':
        return exports.listOf(organizationId, subject, page);
    }
  }

  /** @throws Rejection `invalid_request` for a cursor, as the section has no second page */
  private async account(
    organizationId: string,
    subject: string,
    page: PageRequest,
  ): Promise<{ account: SubjectAccountDto | null; pagination: Pagination }> {
    if (page.cursor !== undefined) decodeCursor('account', page.cursor, () => false);
    const record = await this.from.users.everOf(organizationId, subject);
    if (record === undefined) return { account: null, pagination: ofOne(0, page) };
    const issuers = await this.from.accounts.issuersOf(record.account_id);
    return { account: { ...record, issuers }, pagination: ofOne(1, page) };
  }

  private async sessions(
    organizationId: string,
    subject: string,
    page: PageRequest,
  ): Promise<{ sessions: SubjectSessionDto[]; pagination: Pagination }> {
    const accountId = await this.from.users.accountOf(organizationId, subject);
    if (accountId === undefined) return { sessions: [], pagination: ofOne(0, page) };
    const { sessions, pagination } = await this.from.sessions.listOf(organizationId, accountId, page);
    const uses = await this.from.accounts.lastUses(sessions.map(({ id }) => id));
    const shown = sessions.map((session) => {
      const usedAt = uses.get(session.id);
      return { ...session, last_used_at: usedAt === undefined ? null : new Date(usedAt).toISOString() };
    });
    return { sessions: shown, pagination };
  }
}
