import { graceHours } from '#libs/domain/hold/hold-grace.js';
import type { ReportType } from '#libs/domain/report/report-types.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { ReportEntity, ReportStatus } from './report.entity.js';

export type ReportRecord = Omit<ReportEntity, 'organization_id'>;

/** Conditions of a list of reports; one that is undefined holds for all. */
export interface ReportFilter {
  type?: ReportType | undefined;
  status?: ReportStatus | undefined;
}

const fields = `r.id, r.type, r.status, r.format, r.period_start, r.period_end, r.progress, r.created_at,
       r.estimated_completion, r.size_bytes, r.completed_at, r.expires_at, r.error_code, r.error_message`;

const filtered = `
    from read_model.report r
   where r.organization_id = $1 and ($2::text is null or r.type = $2) and ($3::text is null or r.status = $3)`;

/** Condition that no legal hold on the time of its request keeps a report, or was lifted too short a time before `$1`. */
const isNotHeld = `
  not exists (
    select from read_model.hold h
     where h.organization_id = r.organization_id and h.created_from <= r.created_at and r.created_at < h.created_until
       and (h.lifted_at is null or h.lifted_at > $1::timestamptz - interval '${graceHours} hours'))`;

/** A reader of its own write has to wait for the projection `reports`. */
export class ReportQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Lists reports, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    { type, status }: ReportFilter,
    page: PageRequest,
  ): Promise<{ reports: ReportRecord[]; pagination: Pagination }> {
    const list = {
      name: 'reports',
      table: 'read_model.report',
      select: `select ${fields} ${filtered}`,
      alias: 'r',
      values: [organizationId, type ?? null, status ?? null] as const,
      count: `select count(*) as total ${filtered}`,
    };
    const { rows, pagination } = await readNewestFirst<ReportRecord>(this.readModels, list, page);
    return { reports: rows, pagination };
  }

  /** Finds one report; undefined for one that the organization does not have. */
  async find(organizationId: string, id: string): Promise<ReportRecord | undefined> {
    const statement = `select ${fields} from read_model.report r where r.organization_id = $1 and r.id = $2`;
    return (await this.readModels.query<ReportRecord[]>(statement, [organizationId, id]))[0];
  }

  /** Those of the ids that are of reports whose files are kept, or still made. */
  async withFiles(ids: readonly string[]): Promise<Set<string>> {
    const statement = `select id from read_model.report where id = any($1) and status in ('generating', 'completed')`;
    const rows = await this.readModels.query<{ id: string }[]>(statement, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of the ids that are of reports of the organization. */
  async ofOrganization(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const statement = 'select id from read_model.report where organization_id = $1 and id = any($2)';
    return (await this.readModels.query<{ id: string }[]>(statement, [organizationId, ids])).map(({ id }) => id);
  }

  /** Ids of the reports of an organization that are being made. */
  async generating(organizationId: string): Promise<string[]> {
    const statement = "select id from read_model.report where organization_id = $1 and status = 'generating'";
    return (await this.readModels.query<{ id: string }[]>(statement, [organizationId])).map(({ id }) => id);
  }

  /** Ids of reports of all organizations that were requested before this time and have not ended, the oldest first. */
  unfinished(before: string, limit: number): Promise<string[]> {
    return this.ids(`r.status = 'generating' and r.created_at <= $1 order by r.created_at`, before, limit);
  }

  /** Ids of reports of all organizations whose files are to be removed by `now`, the longest due first; held ones not. */
  due(now: string, limit: number): Promise<string[]> {
    return this.ids(`r.status = 'completed' and r.expires_at <= $1 and ${isNotHeld} order by r.expires_at`, now, limit);
  }

  private async ids(condition: string, time: string, limit: number): Promise<string[]> {
    const statement = `select r.id from read_model.report r where ${condition} limit $2`;
    const rows = await this.readModels.query<{ id: string }[]>(statement, [time, limit]);
    return rows.map(({ id }) => id);
  }
}
