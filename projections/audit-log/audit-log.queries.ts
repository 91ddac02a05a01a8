import type { AuditEntry } from '#libs/audit/audit-entry.js';
import { entryNumberOf } from '#libs/audit/audit-id.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { decodeCursor, type PageRequest, type Pagination, toPage } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import {
  type AuditLogFilter,
  conditionsOf,
  criteriaOf,
  isUnfiltered,
  type NumberRange,
  Parameters,
} from './audit-log.filter.js';
import { entryOf } from './audit-log.projection.js';
import { type AuditLogRecord, columnsOfRecord, openEntries, type RecordRow } from './audit-log-record.js';
import { CountedEntries, maxCounted } from './counted-entries.js';
import { type LastEntry, numbersInTime, subjectsOf } from './filtered-numbers.js';
import { countFiltered } from './filtered-total.js';

export interface AuditLogPage {
  entries: AuditLogRecord[];
  /** `total_capped`: more than `total` entries match, and they were not counted to the end. */
  pagination: Pagination & { total_capped?: true };
}

/** An entry up to which a list is complete. */
export interface AsOf {
  number: number;
  /** RFC 3339. */
  timestamp: string;
}

const from = (range: NumberRange, number: number): NumberRange => ({ ...range, from: Math.max(range.from, number) });

type CursorKey = readonly [number: number];

const isCursorKey = ([number, ...rest]: unknown[]): boolean =>
  Number.isSafeInteger(number) && Number(number) >= 0 && rest.length === 0;

export class AuditLogQueries {
  private readonly counted = new CountedEntries();

  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'openMany'>,
  ) {}

  /**
   * Lists entries, newest first, that is by falling number.
   * @throws Rejection `invalid_request` when the cursor is not of this list; NoSlotError when too many lists of
   * the organization are read
   */
  async list(organizationId: string, filter: AuditLogFilter, page: PageRequest): Promise<AuditLogPage> {
    const before =
      page.cursor === undefined ? undefined : decodeCursor<CursorKey>('audit_log', page.cursor, isCursorKey)[0];
    const last = await this.lastEntry(organizationId);
    if (last === undefined) return this.toPage([], page, 0);
    return isUnfiltered(filter)
      ? this.listAll(organizationId, last, page, before)
      : this.readModels.slowReads.answer(organizationId, () =>
          this.listFiltered(organizationId, last, filter, page, before),
        );
  }

  /** The last entry of the organization's own log; null before there is one. */
  async asOf(organizationId: string): Promise<AsOf | null> {
    const [last] = await this.readModels.query<{ number: number; occurred_at: string }[]>(
      `select number, occurred_at from read_model.audit_log where organization_id = $1 order by number desc limit 1`,
      [organizationId],
    );
    return last === undefined ? null : { number: last.number, timestamp: last.occurred_at };
  }

  /** RFC 3339 time of the first entry of the organization's own log; undefined before there is one. */
  async beginOf(organizationId: string): Promise<string | undefined> {
    const [first] = await this.readModels.query<{ occurred_at: string }[]>(
      `select occurred_at from read_model.audit_log where organization_id = $1 order by number limit 1`,
      [organizationId],
    );
    return first?.occurred_at;
  }

  /** Finds one entry; undefined for an id that does not exist or is of another organization. */
  async one(
    organizationId: string,
    id: string,
  ): Promise<{ record: AuditLogRecord; entry: AuditEntry; leafHash: Uint8Array } | undefined> {
    const number = entryNumberOf(id);
    if (number === undefined) return undefined;
    const [row] = await this.readModels.query<(AuditLogEntity & RecordRow)[]>(
      `select *, ${columnsOfRecord} from read_model.audit_log entry where organization_id = $1 and number = $2`,
      [organizationId, number],
    );
    if (row === undefined || row.id !== id) return undefined;
    const [record] = await openEntries(this.subjectKeys, [row]);
    return record && { record, entry: entryOf(row), leafHash: row.leaf_hash };
  }

  /** The id of the first entry that a request left; undefined where it left none. */
  async idOfRequest(organizationId: string, requestId: string): Promise<string | undefined> {
    const [entry] = await this.readModels.query<{ id: string }[]>(
      `select id from read_model.audit_log where organization_id = $1 and request_id = $2 order by number limit 1`,
      [organizationId, requestId],
    );
    return entry?.id;
  }

  /** Lists unfiltered entries. Numbers have no gaps: the offset is a subtraction, the total the last number and one. */
  private async listAll(
    organizationId: string,
    last: LastEntry,
    page: PageRequest,
    before: number | undefined,
  ): Promise<AuditLogPage> {
    const newest = before === undefined ? last.number - page.offset : before - 1;
    const rows = await this.readModels.query<RecordRow[]>(
      `select ${columnsOfRecord} from read_model.audit_log entry
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
    const subjects = await subjectsOf(this.subjectKeys, organizationId, filter);
    if (subjects === undefined) return this.toPage([], page, 0);
    const numbers = await numbersInTime(this.readModels, organizationId, last, filter);
    if (numbers === undefined) return this.toPage([], page, 0);

    const criteria = criteriaOf(filter, subjects);
    const total = await this.counted.upTo([organizationId, criteria], last.number, (after, max) => {
      const rest = { possible: from(numbers.possible, after + 1), certain: from(numbers.certain, after + 1) };
      return countFiltered(this.readModels, { organizationId, criteria, numbers: rest }, max);
    });
    const parameters = new Parameters();
    const organization = parameters.add(organizationId);
    const end = parameters.add(before ?? last.number + 1);
    const offset = before === undefined ? page.offset : 0;
    const maxRows = parameters.add(offset + page.limit + 1);
    const newest = conditionsOf(parameters, organizationId, criteria, numbers.possible).map(
      (condition) => `(select number from read_model.audit_log where ${condition} and number < ${end}
                        order by number desc limit ${maxRows})`,
    );
    // The page's numbers come from the index alone; only its own rows are then read.
    const rows = await this.readModels.query<RecordRow[]>(
      `with page as materialized (
         select number from (${newest.join(' union all ')}) as newest
          order by number desc
          limit ${parameters.add(page.limit + 1)} offset ${parameters.add(offset)})
       select ${columnsOfRecord} from page join read_model.audit_log entry using (number)
        where organization_id = ${organization}
        order by number desc`,
      parameters.values,
    );
    return this.toPage(rows, page, total, true);
  }

  private async lastEntry(organizationId: string): Promise<LastEntry | undefined> {
    const [last] = await this.readModels.query<LastEntry[]>(
      `select number, lateness_ms from read_model.audit_log
        where organization_id = $1 order by number desc limit 1`,
      [organizationId],
    );
    return last;
  }

  private async toPage(
    rows: readonly RecordRow[],
    page: PageRequest,
    total: number,
    capped = false,
  ): Promise<AuditLogPage> {
    const isCapped = capped && total > maxCounted;
    const cut = toPage('audit_log', rows, page, isCapped ? maxCounted : total, (row): CursorKey => [row.number]);
    return {
      entries: await openEntries(this.subjectKeys, cut.rows),
      pagination: isCapped ? { ...cut.pagination, total_capped: true } : cut.pagination,
    };
  }
}
