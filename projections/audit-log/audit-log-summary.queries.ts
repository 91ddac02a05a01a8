import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { ActorType } from '#libs/event-sourcing/event-metadata.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { UsageEvidence } from '#libs/reports/report-evidence.js';
import { ActingUsers } from './acting-users.js';
import { type AuditLogFilter, conditionsOf, criteriaOf, type NumberRange, Parameters } from './audit-log.filter.js';
import { type LastEntry, numbersInTime } from './filtered-numbers.js';
import { noUsage, subjectsIn, type UsageRow, usageIn, usageOfEntries } from './usage-in-entries.js';

/** The entries that a summary is of. */
export interface SummarizedEntries {
  organizationId: string;
  /** RFC 3339, inclusive. */
  start: string;
  /** RFC 3339, exclusive. */
  end: string;
  /** How many entries the log had: later ones do not count. */
  size: number;
}

export interface AuditLogSummary {
  acts: { action: AuditAction; resource: AuditResource; result: AuditResult; count: number }[];
  /** Days with acts that did not succeed, `YYYY-MM-DD`, UTC, oldest first. */
  failuresByDay: { day: string; result: AuditResult; count: number }[];
  /** The most frequent first; `code` is null where an entry has none. */
  failuresByCode: { code: string | null; result: AuditResult; count: number }[];
  /** Entries by who acted. */
  actors: { actor: ActorType; count: number }[];
  /** Successful translations by languages, the most frequent first. */
  translations: { source: string; target: string; count: number }[];
}

export type SummaryFilter = Pick<AuditLogFilter, 'actions' | 'resource' | 'result'>;

interface GroupedRow {
  action: AuditAction | null;
  resource: AuditResource | null;
  result: AuditResult | null;
  day: string | null;
  code: string | null;
  source: string | null;
  target: string | null;
  actor: ActorType | null;
  /** Bits of the columns that the row is not grouped by: action, day, code, source, actor. */
  grouped: number;
  count: number;
}

/** No filter of a summary names a data subject. */
const noSubjects = { user: undefined, address: undefined };

const byAct = 0b01111;
const byDay = 0b10111;
const byCode = 0b11011;
const byLanguages = 0b11101;
const byActor = 0b11110;

/** One pass over the entries of the time, whatever is asked of them. */
const groups = (condition: string): string => `
  with entry as (
    select action, resource, result, actor_type as actor, (occurred_at at time zone 'UTC')::date as day,
           case when result <> 'success' then metadata->>'code' end as code,
           case when result = 'success' and action in ('translate', 'translate_document')
                then metadata->>'source_language' end as source,
           case when result = 'success' and action in ('translate', 'translate_document')
                then metadata->>'target_language' end as target
      from read_model.audit_log where ${condition})
  select action, resource, result, day::text as day, code, source, target, actor,
         grouping(action, day, code, source, actor) as grouped, count(*) as count
    from entry
   group by grouping sets ((action, resource, result), (day, result), (code, result), (source, target), (actor))
  having grouping(result) = 1 or grouping(action) = 0 or result <> 'success'
   order by day, count desc, code, source, target, action, resource, result, actor`;

const isGiven = <T>(value: T | null): value is T => value !== null;

/** Counts the entries of a time once, for statements that rest on them. */
export class AuditLogSummaryQueries {
  private readonly users: Pick<ActingUsers, 'of'>;

  constructor(
    private readonly readModels: ReadModelQueries,
    subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {
    this.users = new ActingUsers(readModels, subjectKeys);
  }

  /** @throws RangeError where the log has fewer entries than `size` */
  summary(entries: SummarizedEntries): Promise<AuditLogSummary> {
    return this.readModels.slowReads.step(entries.organizationId, () => this.summarize(entries));
  }

  /**
   * Requests and characters as the entries of the time tell them.
   * @throws RangeError where the log has fewer entries than `size`
   */
  usage(entries: SummarizedEntries): Promise<UsageEvidence> {
    return this.readModels.slowReads.step(entries.organizationId, () => this.readUsage(entries));
  }

  /**
   * Ids of entries that pass a filter, newest first, at most `limit`.
   * @throws RangeError where the log has fewer entries than `size`
   */
  newestIds(entries: SummarizedEntries, filter: SummaryFilter, limit: number): Promise<string[]> {
    return this.readModels.slowReads.step(entries.organizationId, () => this.readNewestIds(entries, filter, limit));
  }

  private async summarize(entries: SummarizedEntries): Promise<AuditLogSummary> {
    const range = await this.numbersOf(entries);
    const rows = range === undefined ? [] : await this.grouped(entries, range);
    const of = (grouped: number) => rows.filter((row) => row.grouped === grouped);
    return {
      acts: of(byAct).flatMap(({ action, resource, result, count }) =>
        isGiven(action) && isGiven(resource) && isGiven(result) ? [{ action, resource, result, count }] : [],
      ),
      failuresByDay: of(byDay).flatMap(({ day, result, count }) =>
        isGiven(day) && isGiven(result) ? [{ day, result, count }] : [],
      ),
      failuresByCode: of(byCode).flatMap(({ code, result, count }) =>
        isGiven(result) ? [{ code, result, count }] : [],
      ),
      actors: of(byActor).flatMap(({ actor, count }) => (isGiven(actor) ? [{ actor, count }] : [])),
      translations: of(byLanguages).flatMap(({ source, target, count }) =>
        isGiven(source) && isGiven(target) ? [{ source, target, count }] : [],
      ),
    };
  }

  private async readNewestIds(entries: SummarizedEntries, filter: SummaryFilter, limit: number): Promise<string[]> {
    const range = await this.numbersOf(entries);
    if (range === undefined) return [];
    const parameters = new Parameters();
    const criteria = criteriaOf({ ...filter, start: entries.start, end: entries.end }, noSubjects);
    const maxRows = parameters.add(limit);
    const newest = conditionsOf(parameters, entries.organizationId, criteria, range).map(
      (condition) =>
        `(select id, number from read_model.audit_log where ${condition} order by number desc limit ${maxRows})`,
    );
    const rows = await this.readModels.query<{ id: string }[]>(
      `select id from (${newest.join(' union all ')}) as newest order by number desc limit ${maxRows}`,
      parameters.values,
    );
    return rows.map(({ id }) => id);
  }

  private async readUsage(entries: SummarizedEntries): Promise<UsageEvidence> {
    const range = await this.numbersOf(entries);
    if (range === undefined) return noUsage;
    const rows = await this.usageRows(entries, range);
    return usageIn(rows, await this.users.of(entries.organizationId, subjectsIn(rows)));
  }

  private usageRows(entries: SummarizedEntries, range: NumberRange): Promise<UsageRow[]> {
    return this.query(
      (condition, parameterOf) => usageOfEntries(condition, parameterOf(entries.organizationId)),
      entries,
      range,
    );
  }

  private grouped(entries: SummarizedEntries, range: NumberRange): Promise<GroupedRow[]> {
    return this.query<GroupedRow>(groups, entries, range);
  }

  private query<Row>(
    statement: (condition: string, parameterOf: (value: unknown) => string) => string,
    { organizationId, start, end }: SummarizedEntries,
    range: NumberRange,
  ): Promise<Row[]> {
    const parameters = new Parameters();
    const criteria = criteriaOf({ start, end }, noSubjects);
    const [condition = 'false'] = conditionsOf(parameters, organizationId, criteria, range);
    const text = statement(condition, (value) => parameters.add(value));
    return this.readModels.query<Row[]>(text, parameters.values);
  }

  /** The numbers that the time can lie in; undefined where it has no entry. */
  private async numbersOf({ organizationId, start, end, size }: SummarizedEntries): Promise<NumberRange | undefined> {
    if (size === 0) return undefined;
    const [last] = await this.readModels.query<LastEntry[]>(
      'select number, lateness_ms from read_model.audit_log where organization_id = $1 and number = $2',
      [organizationId, size - 1],
    );
    if (last === undefined) throw new RangeError(`The log of ${organizationId} has fewer than ${size} entries`);
    return (await numbersInTime(this.readModels, organizationId, last, { start, end }))?.possible;
  }
}
