import { entryNumberOf } from '#libs/audit/audit-id.js';
import { canonicalLeaf } from '#libs/audit/audit-leaf.js';
import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { type AuditLogFilter, type Criteria, conditionsOf, criteriaOf, Parameters } from './audit-log.filter.js';
import { entryOf } from './audit-log.projection.js';
import { type AuditLogRecord, columnsOfRecord, openEntries, type RecordRow } from './audit-log-record.js';
import { type LastEntry, numbersInTime, subjectsOf } from './filtered-numbers.js';

/** An entry with its leaf. */
export interface LeafRecord extends AuditLogRecord {
  organization_id: string;
  /** The entry's number. */
  leaf_index: number;
  /** The bytes that are hashed, as text. */
  leaf: string;
}

/** Which entries are read, by number; both ends inclusive. */
export interface ExportSelection {
  organizationId: string;
  criteria: Criteria;
  from: number;
  to: number;
}

/** Entries of a page; its lines are about 1 MB. */
const pageSize = 500;
/** Numbers that one query looks at, so that none takes long where few entries match. */
const scannedAtOnce = 100_000;

const leafColumns = `entry.organization_id, entry.event_id, entry.actor_type, entry.commitments, ${columnsOfRecord}`;

type LeafRow = RecordRow & AuditLogEntity;

/** Reads entries in the order of the log, page by page. No connection is held between two pages. */
export class AuditLogExportQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'openMany'>,
  ) {}

  /**
   * The entries behind number `after` and below `size` that can match; undefined where none can.
   * @param size entries of the tree that the export is of
   */
  async select(
    organizationId: string,
    filter: AuditLogFilter,
    { after, size }: { after: number; size: number },
  ): Promise<ExportSelection | undefined> {
    const subjects = await subjectsOf(this.subjectKeys, organizationId, filter);
    const last = await this.entryAt(organizationId, size - 1);
    if (subjects === undefined || last === undefined) return undefined;
    const numbers = await numbersInTime(this.readModels, organizationId, last, filter);
    if (numbers === undefined) return undefined;
    const { from, to } = numbers.possible;
    return { organizationId, criteria: criteriaOf(filter, subjects), from: Math.max(from, after + 1), to };
  }

  /** The number of an entry of the organization; undefined for an id that is none. */
  async numberOf(organizationId: string, id: string): Promise<number | undefined> {
    const number = entryNumberOf(id);
    if (number === undefined) return undefined;
    const found = await this.readModels.query<object[]>(
      'select from read_model.audit_log where organization_id = $1 and number = $2 and id = $3',
      [organizationId, number, id],
    );
    return found.length === 0 ? undefined : number;
  }

  /**
   * The leaves of entries as text, from a number (inclusive) to another (exclusive), which are few.
   * @throws LogIncompleteError where the log does not have all of them
   */
  async leaves(organizationId: string, from: number, to: number): Promise<string[]> {
    const rows = await this.readModels.query<AuditLogEntity[]>(
      'select * from read_model.audit_log where organization_id = $1 and number >= $2 and number < $3 order by number',
      [organizationId, from, to],
    );
    if (rows.length !== to - from) throw new LogIncompleteError('The log does not have these entries');
    return rows.map((row) => canonicalLeaf(entryOf(row)));
  }

  /**
   * The pages of a selection. The next one is read while the one before is worked on.
   * @throws the reason of the signal, once it is aborted
   */
  pages(selection: ExportSelection, signal?: AbortSignal): AsyncGenerator<LeafRecord[]> {
    return this.inTurn<LeafRow, LeafRecord>(selection, leafColumns, (rows) => this.withLeaves(rows), signal);
  }

  /** The same without leaves, which take most of the time. */
  records(selection: ExportSelection): AsyncGenerator<AuditLogRecord[]> {
    return this.inTurn<RecordRow, AuditLogRecord>(selection, columnsOfRecord, (rows) =>
      openEntries(this.subjectKeys, rows),
    );
  }

  /** The entries with the names of the documents that they are about, as far as these are known and not erased. */
  async withDocumentNames<Entry extends ListedEntry>(
    organizationId: string,
    entries: readonly Entry[],
  ): Promise<Entry[]> {
    const nameless = entries.filter(({ resource, metadata }) => resource === 'document' && !('filename' in metadata));
    const names = await this.namesOfDocuments(organizationId, [...new Set(nameless.map((entry) => entry.resource_id))]);
    const named = new Set<ListedEntry>(nameless);
    return entries.map((entry) => {
      const name = named.has(entry) ? names.get(entry.resource_id) : undefined;
      return name === undefined ? entry : { ...entry, document_name: name };
    });
  }

  private async namesOfDocuments(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.readModels.query<Pick<AuditLogEntity, 'resource_id' | 'subject' | 'sealed_name'>[]>(
      `select distinct on (resource_id) resource_id, subject, sealed_name from read_model.audit_log
        where organization_id = $1 and resource_id = any($2) and sealed_name is not null
        order by resource_id, number`,
      [organizationId, ids],
    );
    const seals = rows.map(({ subject, sealed_name: sealed }) => ({ subject, sealed: sealed ?? '' }));
    const opened = await this.subjectKeys.openMany(seals);
    return new Map(
      rows.flatMap(({ resource_id }, at) => {
        const name = opened[at]?.filename;
        return typeof name === 'string' ? [[resource_id, name] as const] : [];
      }),
    );
  }

  private async *inTurn<Row extends RecordRow, Entry>(
    selection: ExportSelection,
    columns: string,
    open: (rows: readonly Row[]) => Promise<Entry[]>,
    signal?: AbortSignal,
  ): AsyncGenerator<Entry[]> {
    const { organizationId, from: first, to } = selection;
    const { slowReads } = this.readModels;
    const readFrom = (from: number) => slowReads.step(organizationId, () => this.page(selection, from, columns, open));
    let next = readFrom(first);
    try {
      for (;;) {
        const page = await next;
        signal?.throwIfAborted();
        if (page.from <= to) next = readFrom(page.from);
        if (page.records.length > 0) yield page.records;
        if (page.from > to) return;
      }
    } finally {
      // Who goes away in the middle waits for no query, and its failure is nobody's.
      next.catch(() => undefined);
    }
  }

  /** The next page from a number on, and where the one after it begins. */
  private async page<Row extends RecordRow, Entry>(
    { organizationId, criteria, to }: ExportSelection,
    from: number,
    columns: string,
    open: (rows: readonly Row[]) => Promise<Entry[]>,
  ): Promise<{ records: Entry[]; from: number }> {
    const end = Math.min(to, from + scannedAtOnce - 1);
    if (from > end) return { records: [], from: end + 1 };
    const parameters = new Parameters();
    const conditions = conditionsOf(parameters, organizationId, criteria, { from, to: end });
    // Each is found in the order of numbers by an index; the order of several is made here.
    const oldest = conditions.map(
      (condition) =>
        `(select ${columns} from read_model.audit_log entry where ${condition} order by number limit ${pageSize})`,
    );
    const rows = await this.readModels.query<Row[]>(
      `select * from (${oldest.join(' union all ')}) as oldest order by number limit ${pageSize}`,
      parameters.values,
    );
    const last = rows.at(-1);
    const isFull = rows.length === pageSize && last !== undefined;
    return { records: await open(rows), from: isFull ? last.number + 1 : end + 1 };
  }

  private async withLeaves(rows: readonly LeafRow[]): Promise<LeafRecord[]> {
    const records = await openEntries(this.subjectKeys, rows);
    return records.map((record, at) => {
      const row = rows[at];
      if (row === undefined) throw new Error('An entry has no row');
      const { organization_id, number } = row;
      return Object.assign(record, { organization_id, leaf_index: number, leaf: canonicalLeaf(entryOf(row)) });
    });
  }

  private async entryAt(organizationId: string, number: number): Promise<LastEntry | undefined> {
    const [entry] = await this.readModels.query<LastEntry[]>(
      'select number, lateness_ms from read_model.audit_log where organization_id = $1 and number = $2',
      [organizationId, number],
    );
    return entry;
  }
}
