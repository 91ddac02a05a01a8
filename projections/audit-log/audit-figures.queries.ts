import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { AuditAction, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { ReportPeriod } from '#libs/domain/report/report.events.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import {
  type AuditFigures,
  type AuditTotals,
  administrativeActions,
  type NotableEntries,
  type ResultCounts,
} from '#libs/reports/audit/audit-figures.js';
import { type Evidence, maxEvidenceIds } from '#libs/reports/report-content.js';
import { instantsOf, queryOf } from '#libs/reports/report-days.js';
import { ActingUsers } from './acting-users.js';
import { type Criteria, conditionsOf, Parameters } from './audit-log.filter.js';
import { AuditLogExportQueries, type ExportSelection } from './audit-log-export.queries.js';
import { type AuditLogRecord, columnsOfRecord, openEntries, type RecordRow } from './audit-log-record.js';

/** A period of the log of an organization, as far as its tree had grown. */
export interface LogPeriod {
  organizationId: string;
  period: ReportPeriod;
  /** Entries of the tree. */
  size: number;
}

interface GroupedRow {
  action: AuditAction | null;
  day: string | null;
  key_id: string | null;
  key_name: string | null;
  /** The reference of who acted. */
  subject: string | null;
  result: AuditResult;
  entries: number;
}

const noTotals: AuditTotals = { entries: 0, byAction: [], byDay: [], byKey: [], byUser: [] };

/** Users that are told apart at most. */
const maxUsers = 10_000;

const withoutOpenings = ({ openings: _, ...entry }: AuditLogRecord): ListedEntry => entry;

const sumOf = ({ success, failure, denied }: ResultCounts): number => success + failure + denied;

/** Counts by the value of one column, in the order in which the values come. */
const countsBy = <Name extends string>(rows: readonly GroupedRow[], nameOf: (row: GroupedRow) => Name | null) => {
  const counts = new Map<Name, { success: number; failure: number; denied: number }>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === null) continue;
    const known = counts.get(name) ?? { success: 0, failure: 0, denied: 0 };
    counts.set(name, { ...known, [row.result]: row.entries });
  }
  return counts;
};

const byCountDescending = <Row extends ResultCounts>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => sumOf(b) - sumOf(a));

/** Counts and reads the entries of periods; entries never change, so that all that is said of one tree fits together. */
export class AuditFiguresQueries {
  private readonly exported: AuditLogExportQueries;
  private readonly users: Pick<ActingUsers, 'of'>;

  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'openMany'>,
  ) {
    this.exported = new AuditLogExportQueries(readModels, subjectKeys);
    this.users = new ActingUsers(readModels, subjectKeys);
  }

  async of({ organizationId, period, size }: LogPeriod): Promise<AuditFigures> {
    const selection = await this.exported.select(organizationId, instantsOf(period), { after: -1, size });
    let totals: Promise<AuditTotals> | undefined;
    const counted = () => {
      totals ??= this.totals(selection);
      return totals;
    };
    return {
      totals: counted,
      evidence: async (): Promise<Evidence> => ({
        ids: await this.newestIds(selection),
        count: (await counted()).entries,
        query: queryOf(period),
      }),
      notable: (maxEntries) => this.notable(selection, maxEntries),
      entries: () => this.entries(selection),
    };
  }

  private async totals(selection: ExportSelection | undefined): Promise<AuditTotals> {
    if (selection === undefined) return noTotals;
    const { parameters, where } = conditionOf(selection);
    const rows = await this.read<GroupedRow>(
      selection,
      `select action, day, key_id, subject, result, count(*) as entries,
              (select name from read_model.api_key where id = entry.key_id) as key_name
         from (select action, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
                      coalesce(api_key_id, '') as key_id, subject, result
                 from read_model.audit_log where ${where}) as entry
        group by grouping sets ((action, result), (day, result), (key_id, result), (subject, result))
        order by day, action, key_id, subject`,
      parameters.values,
    );
    const byAction = [...countsBy(rows, ({ action }) => action)].map(([action, counts]) => ({ action, ...counts }));
    const byDay = [...countsBy(rows, ({ day }) => day)].map(([day, counts]) => ({ day, ...counts }));
    const names = new Map(rows.map(({ key_id, key_name }) => [key_id, key_name]));
    const byKey = [...countsBy(rows, ({ key_id }) => key_id)].map(([key_id, counts]) => ({
      key_id: key_id === '' ? null : key_id,
      key_name: names.get(key_id) ?? null,
      ...counts,
    }));
    return {
      entries: byAction.reduce((sum, counts) => sum + sumOf(counts), 0),
      byAction: byCountDescending(byAction),
      byDay,
      byKey: byCountDescending(byKey),
      byUser: await this.byUser(selection, rows),
    };
  }

  private async byUser(
    { organizationId }: ExportSelection,
    rows: readonly GroupedRow[],
  ): Promise<AuditTotals['byUser']> {
    const bySubject = [...countsBy(rows, ({ subject }) => subject)].map(([subject, counts]) => ({
      subject,
      ...counts,
    }));
    const most = byCountDescending(bySubject).slice(0, maxUsers);
    const userOf = await this.users.of(
      organizationId,
      most.map(({ subject }) => subject),
    );
    const users = new Map<string, AuditTotals['byUser'][number]>();
    for (const { subject, ...counts } of most) {
      const user = userOf(subject);
      const { success = 0, failure = 0, denied = 0 } = users.get(user.user_id) ?? {};
      const sums = {
        success: success + counts.success,
        failure: failure + counts.failure,
        denied: denied + counts.denied,
      };
      users.set(user.user_id, { ...user, ...sums });
    }
    return byCountDescending([...users.values()]);
  }

  private async newestIds(selection: ExportSelection | undefined): Promise<string[]> {
    if (selection === undefined) return [];
    const { parameters, where } = conditionOf(selection);
    const rows = await this.read<{ id: string }>(
      selection,
      `select id from read_model.audit_log where ${where} order by number desc limit ${maxEvidenceIds}`,
      parameters.values,
    );
    return rows.map(({ id }) => id);
  }

  private async notable(selection: ExportSelection | undefined, maxEntries: number): Promise<NotableEntries> {
    if (selection === undefined) return { entries: [], total: 0 };
    const { organizationId, criteria, from, to } = selection;
    const parameters = new Parameters();
    const limit = parameters.add(maxEntries);
    const organization = parameters.add(organizationId);
    const notable: Criteria[] = [
      { ...criteria, actions: administrativeActions },
      { ...criteria, equal: [['result', 'failure']] },
      { ...criteria, equal: [['result', 'denied']] },
    ];
    // The newest of each kind are found by an index; those of all kinds are among them.
    const newest = notable
      .flatMap((kind) => conditionsOf(parameters, organizationId, kind, { from, to }))
      .map((where) => `(select number from read_model.audit_log where ${where} order by number desc limit ${limit})`);
    const rows = await this.read<RecordRow>(
      selection,
      `select ${columnsOfRecord} from read_model.audit_log entry
        where entry.organization_id = ${organization}
          and entry.number in (select number from (${newest.join(' union ')}) as n order by number desc limit ${limit})
        order by entry.number desc`,
      parameters.values,
    );
    const opened = (await openEntries(this.subjectKeys, rows)).map(withoutOpenings);
    const entries = await this.exported.withDocumentNames(organizationId, opened);
    return { entries, total: entries.length < maxEntries ? entries.length : await this.notableCount(selection) };
  }

  private async notableCount(selection: ExportSelection): Promise<number> {
    const { parameters, where } = conditionOf(selection);
    const actions = parameters.add(administrativeActions);
    const [row] = await this.read<{ total: number }>(
      selection,
      `select count(*) as total from read_model.audit_log
        where ${where} and (result <> 'success' or action = any(${actions}))`,
      parameters.values,
    );
    return row?.total ?? 0;
  }

  private read<Row>({ organizationId }: ExportSelection, statement: string, values: unknown[]): Promise<Row[]> {
    return this.readModels.slowReads.step(organizationId, () => this.readModels.query<Row[]>(statement, values));
  }

  private async *entries(selection: ExportSelection | undefined): AsyncGenerator<ListedEntry[]> {
    if (selection === undefined) return;
    for await (const page of this.exported.records(selection))
      yield await this.exported.withDocumentNames(selection.organizationId, page.map(withoutOpenings));
  }
}

const conditionOf = ({ organizationId, criteria, from, to }: ExportSelection) => {
  const parameters = new Parameters();
  const [where = 'false'] = conditionsOf(parameters, organizationId, criteria, { from, to });
  return { parameters, where };
};
