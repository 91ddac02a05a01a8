import type { DataSource } from 'typeorm';
import type { AuditEntry } from '#libs/audit/audit-entry.js';
import { entryNumberOf } from '#libs/audit/audit-id.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { decodeCursor, type PageRequest, type Pagination, toPage } from '#libs/read-side/read-models/page.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { type AuditLogFilter, conditions, isUnfiltered, type NumberRange, Parameters } from './audit-log.filter.js';
import { entryOf } from './audit-log.projection.js';
import { type AuditLogRecord, columnsOfRecord, openEntries, type RecordRow } from './audit-log-record.js';
import { CountedEntries, countedAtMost } from './counted-entries.js';

export interface AuditLogPage {
  entries: AuditLogRecord[];
  /** `total_capped`: more than `total` entries match, and they were not counted to the end. */
  pagination: Pagination & { total_capped?: true };
}

interface LastEntry {
  number: number;
  lateness_ms: number;
}

type CursorKey = readonly [number: number];

const isCursorKey = ([number, ...rest]: unknown[]): boolean =>
  Number.isSafeInteger(number) && Number(number) >= 0 && rest.length === 0;

export class AuditLogQueries {
  private readonly counted = new CountedEntries();

  constructor(
    private readonly dataSource: DataSource,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'openMany'>,
  ) {}

  /**
   * Lists entries, newest first, that is by falling number.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(organizationId: string, filter: AuditLogFilter, page: PageRequest): Promise<AuditLogPage> {
    const before =
      page.cursor === undefined ? undefined : decodeCursor<CursorKey>('audit_log', page.cursor, isCursorKey)[0];
    const last = await this.lastEntry(organizationId);
    if (last === undefined) return this.toPage([], page, 0);
    return isUnfiltered(filter)
      ? this.listAll(organizationId, last, page, before)
      : this.listFiltered(organizationId, last, filter, page, before);
  }

  /** Finds one entry; undefined for an id that does not exist or is of another organization. */
  async one(
    organizationId: string,
    id: string,
  ): Promise<{ record: AuditLogRecord; entry: AuditEntry; leafHash: Uint8Array } | undefined> {
    const number = entryNumberOf(id);
    if (number === undefined) return undefined;
    const [row] = await this.dataSource.query<AuditLogEntity[]>(
      'select * from read_model.audit_log where organization_id = $1 and number = $2',
      [organizationId, number],
    );
    if (row === undefined || row.id !== id) return undefined;
    const [record] = await openEntries(this.subjectKeys, [row]);
    return record && { record, entry: entryOf(row), leafHash: row.leaf_hash };
  }

  /** Lists unfiltered entries. Numbers have no gaps: the offset is a subtraction, the total the last number and one. */
  private async listAll(
    organizationId: string,
    last: LastEntry,
    page: PageRequest,
    before: number | undefined,
  ): Promise<AuditLogPage> {
    const newest = before === undefined ? last.number - page.offset : before - 1;
    const rows = await this.dataSource.query<RecordRow[]>(
      `select ${columnsOfRecord} from read_model.audit_log
        where organization_id = $1 and number <= $2 and number > $2::bigint - $3
        order by number desc`,
      [organizationId, newest, page.limit + 1],
    );
    return this.toPage(rows, page, last.number + 1);
  }

  private async listFiltered(
    organizationId: string,
    last: LastEntry,
    filter: AuditLogFilter,
    page: PageRequest,
    before: number | undefined,
  ): Promise<AuditLogPage> {
    const subject = filter.userId && (await this.subjectKeys.find(organizationId, filter.userId));
    if (filter.userId !== undefined && !subject) return this.toPage([], page, 0);
    const range = await this.rangeOfTime(organizationId, last, filter);
    if (range === 'empty') return this.toPage([], page, 0);

    const matching = (parameters: Parameters) => conditions(parameters, organizationId, filter, subject, range);
    const count = this.counted.upTo(
      [organizationId, filter.action, filter.resource, subject, filter.start, filter.end],
      last.number,
      (after, atMost) => this.count(matching, { from: after + 1, to: last.number }, atMost),
    );
    const parameters = new Parameters();
    // The page's numbers come from the index alone; only its own rows are then read.
    const rows = this.dataSource.query<RecordRow[]>(
      `with page as materialized (
         select organization_id, number from read_model.audit_log
          where ${matching(parameters)} and number < ${parameters.add(before ?? last.number + 1)}
          order by number desc
          limit ${parameters.add(page.limit + 1)} offset ${parameters.add(before === undefined ? page.offset : 0)})
       select ${columnsOfRecord} from page join read_model.audit_log entry using (organization_id, number)
        order by number desc`,
      parameters.values,
    );
    const [total, found] = await Promise.all([count, rows]);
    return this.toPage(found, page, total, true);
  }

  private async count(
    matching: (parameters: Parameters) => string,
    { from, to }: NumberRange,
    atMost: number,
  ): Promise<number> {
    const parameters = new Parameters();
    const [counted] = await this.dataSource.query<{ total: number }[]>(
      `select count(*) as total from (
         select from read_model.audit_log
          where ${matching(parameters)} and number between ${parameters.add(from)} and ${parameters.add(to)}
          limit ${parameters.add(atMost)}) as matching`,
      parameters.values,
    );
    return counted?.total ?? 0;
  }

  private async lastEntry(organizationId: string): Promise<LastEntry | undefined> {
    const [last] = await this.dataSource.query<LastEntry[]>(
      `select number, lateness_ms from read_model.audit_log
        where organization_id = $1 order by number desc limit 1`,
      [organizationId],
    );
    return last;
  }

  /**
   * Finds the numbers of a time range: `latest_at` rises with them. The first entry at or after `start` is the first
   * to raise it there; no entry before `end` has a number at which it was past `end` by more than any entry was late.
   */
  private async rangeOfTime(
    organizationId: string,
    last: LastEntry,
    { start, end }: AuditLogFilter,
  ): Promise<NumberRange | undefined | 'empty'> {
    if (start === undefined && end === undefined) return undefined;
    const [bounds] = await this.dataSource.query<{ from: number | null; to: number | null }[]>(
      `select case when $2::timestamptz is null then 0 else (
                select number from read_model.audit_log
                 where organization_id = $1 and latest_at >= $2 order by latest_at, number limit 1) end as "from",
              case when $3::timestamptz is null then $4::bigint else (
                select number from read_model.audit_log
                 where organization_id = $1 and latest_at < $3::timestamptz + $5::bigint * interval '1 millisecond'
                 order by latest_at desc, number desc limit 1) end as "to"`,
      [organizationId, start ?? null, end ?? null, last.number, last.lateness_ms],
    );
    if (bounds === undefined || bounds.from === null || bounds.to === null || bounds.from > bounds.to) return 'empty';
    return { from: bounds.from, to: bounds.to };
  }

  private async toPage(
    rows: readonly RecordRow[],
    page: PageRequest,
    total: number,
    capped = false,
  ): Promise<AuditLogPage> {
    const isCapped = capped && total > countedAtMost;
    const cut = toPage('audit_log', rows, page, isCapped ? countedAtMost : total, (row): CursorKey => [row.number]);
    return {
      entries: await openEntries(this.subjectKeys, cut.rows),
      pagination: isCapped ? { ...cut.pagination, total_capped: true } : cut.pagination,
    };
  }
}
