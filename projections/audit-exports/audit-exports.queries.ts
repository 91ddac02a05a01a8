import type { SealedFilterValue } from '#libs/domain/audit-export/audit-export.events.js';
import type { SealedData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import { erased, textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditExportEntity } from './audit-export.entity.js';

/** An export as its organization sees it; personal data of an erased subject are `[erased]`. */
export interface AuditExportRecord {
  export_id: string;
  status: AuditExportEntity['status'];
  /** Why it failed; null for one that has not. */
  reason: 'process_ended' | null;
  format: AuditExportEntity['format'];
  follow: boolean;
  filters: Record<string, unknown>;
  entries: number | null;
  sha256: string | null;
  checkpoint: string | null;
  next_cursor: string | null;
  requested_by: string;
  created_at: string;
  ended_at: string | null;
}

type ExportRow = Omit<AuditExportEntity, 'organization_id'>;

const records = `
  select id, status, format, filters, after, follow, entries, sha256, checkpoint, next_cursor, sealed_client, subject,
         created_at, ended_at
    from read_model.audit_export e
   where organization_id = $1`;

const ofSubject = `
  ${records}
     and $2 in (subject, filters #>> '{user_id,subject}', filters #>> '{ip_address,subject}')`;

const unended = "select id from read_model.audit_export where status = 'started' and id > $1 order by id limit $2";

const sealedValues = ({ user_id, ip_address }: ExportRow['filters']): [name: string, value: SealedFilterValue][] =>
  Object.entries({ user_id, ip_address }).filter(
    (entry): entry is [string, SealedFilterValue] => entry[1] !== undefined,
  );

export class AuditExportQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /**
   * Lists exports, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
  ): Promise<{ exports: AuditExportRecord[]; pagination: Pagination }> {
    const list = {
      name: 'audit_exports',
      table: 'read_model.audit_export',
      select: records,
      alias: 'e',
      values: [organizationId] as const,
    };
    const { rows, pagination } = await readNewestFirst<ExportRow>(this.readModels, list, page);
    return { exports: await this.opened(rows), pagination };
  }

  /** Lists the exports that a subject asked for, and those whose filter names it, as `list` does. */
  async listOf(
    organizationId: string,
    subject: string,
    page: PageRequest,
  ): Promise<{ exports: AuditExportRecord[]; pagination: Pagination }> {
    const list = {
      name: 'audit_exports_of_subject',
      table: 'read_model.audit_export',
      select: ofSubject,
      alias: 'e',
      values: [organizationId, subject] as const,
      count: `select count(*) as total from (${ofSubject}) as counted`,
    };
    const { rows, pagination } = await readNewestFirst<ExportRow>(this.readModels, list, page);
    return { exports: await this.opened(rows), pagination };
  }

  /** Finds one export; undefined for one that the organization does not have. */
  async one(organizationId: string, id: string): Promise<AuditExportRecord | undefined> {
    const rows = await this.readModels.query<ExportRow[]>(`${records} and id = $2`, [organizationId, id]);
    return (await this.opened(rows))[0];
  }

  /** Ids of exports of all organizations that have not ended, in their order, behind one of them. */
  async started(after: string, limit: number): Promise<string[]> {
    const rows = await this.readModels.query<{ id: string }[]>(unended, [after, limit]);
    return rows.map(({ id }) => id);
  }

  private async opened(rows: readonly ExportRow[]): Promise<AuditExportRecord[]> {
    const callers = await this.subjectKeys.openMany(
      rows.map(({ subject, sealed_client }) => ({ subject, sealed: sealed_client })),
    );
    const sealed = rows.flatMap(({ filters }) => sealedValues(filters).map(([, value]) => value));
    const known = sealed.filter((value): value is SealedData => value !== null);
    const values = (await this.subjectKeys.openMany(known)).values();
    return rows.map(({ id, filters, sealed_client: _, subject: __, after, ...row }, at) => ({
      export_id: id,
      ...row,
      reason: row.status === 'failed' ? ('process_ended' as const) : null,
      filters: {
        ...filters,
        ...(after !== null && { after }),
        // What nobody was known by at the time was not written down.
        ...Object.fromEntries(
          sealedValues(filters).map(([name, value]) => [
            name,
            value === null ? erased : textIn(values.next().value, 'value'),
          ]),
        ),
      },
      requested_by: textIn(callers[at], 'user_id'),
    }));
  }
}
