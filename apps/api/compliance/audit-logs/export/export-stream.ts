import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WholeExport } from '#libs/application/audit-exports/end-audit-export.handler.js';
import type { ExportFormat } from '#libs/domain/audit-export/audit-export.events.js';
import { writeXlsx, type XlsxCell } from '#libs/platform/xlsx/write-xlsx.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import type { AuditLogExportQueries, LeafRecord } from '#projections/audit-log/audit-log-export.queries.js';
import type { KnownPeople } from '../../../people/people.dto.js';
import type { LogTree, SignedHead } from '../proofs/log-tree.port.js';
import type { EntryFormat, EntryTable } from './formats/entry-format.js';
import { entryFormats, lineFormats } from './formats/entry-formats.js';
import { type Gap, gapLines, gapsBefore } from './gap-lines.js';

/** An export that begins. */
export interface BegunExport {
  exportId: string;
  organizationId: string;
  format: ExportFormat;
  filter: AuditLogFilter;
  /** Number of the entry behind which it begins; -1 at the beginning of the log. */
  after: number;
  /** The tree that it is of, or begins with. */
  head: SignedHead;
  /** Goes on with new entries until aborted; undefined for an export that ends with its tree. */
  follow: AbortSignal | undefined;
  /** Aborted when its reader has gone. */
  gone: AbortSignal;
}

export interface ExportPorts {
  entries: Pick<AuditLogExportQueries, 'select' | 'pages' | 'withDocumentNames'>;
  tree: LogTree;
  /** The users among the ids, for formats that name them. */
  peopleOf: (ids: readonly string[]) => Promise<KnownPeople>;
  /** Called between pages. @throws when the caller may not read on */
  assertAllowed: () => Promise<unknown>;
  /** Called before the last bytes leave. */
  onWhole: (end: WholeExport) => Promise<unknown>;
  /** Called by `close` when the export ended earlier, after so many entries. */
  onBroken: (entries: number) => Promise<unknown>;
  /** Milliseconds between two looks for new entries, and at most between two checkpoints. */
  lookEveryMs?: number;
  checkpointEveryMs?: number;
}

const usualLookMs = 1_000;
const usualCheckpointMs = 9_000;

/** The bytes of one export, page by page: what it holds does not grow with the log. */
export class ExportStream {
  private readonly sum = createHash('sha256');
  private readonly written;
  private entries = 0;
  private lastId: string | null = null;
  /** Number of the entry that comes next in the tree, for gaps. */
  private next = 0;
  private isWhole = false;

  constructor(
    private readonly begun: BegunExport,
    private readonly ports: ExportPorts,
  ) {
    this.written = entryFormats[begun.format];
  }

  async *bytes(): AsyncGenerator<Buffer> {
    const { format, follow } = this.begun;
    let { head, after } = this.begun;
    if ('cells' in this.written) yield* this.workbook(this.written, head, after);
    else yield* this.linesUpTo(this.written, head, after);
    for await (head of follow === undefined ? [] : this.later(head, follow)) {
      after = Math.max(after, this.next - 1);
      yield* this.upTo(lineFormats.ndjson, head, after);
    }
    const sha256 = this.sum.copy().digest('hex');
    const end = { entries: this.entries, sha256, checkpoint: head.fields.checkpoint, nextCursor: this.lastId };
    await this.ports.onWhole(end);
    this.isWhole = true;
    if (format === 'ndjson') yield Buffer.from(this.summary(sha256));
  }

  /** To be called when nothing more is read, whether all was or not. */
  async close(): Promise<void> {
    if (!this.isWhole) await this.ports.onBroken(this.entries);
  }

  private async *linesUpTo(written: EntryFormat, head: SignedHead, after: number): AsyncGenerator<Buffer> {
    if (written.head !== '') yield this.summed(written.head);
    yield* this.upTo(written, head, after);
  }

  private async *workbook(written: EntryTable, head: SignedHead, after: number): AsyncGenerator<Buffer> {
    const rows = this.rowsUpTo(written, head, after);
    for await (const bytes of writeXlsx([{ name: 'Audit log', columns: written.columns, rows }])) {
      this.sum.update(bytes);
      yield bytes;
    }
    this.next = head.size;
  }

  private async *rowsUpTo(written: EntryTable, head: SignedHead, after: number): AsyncGenerator<XlsxCell[][]> {
    for await (const page of this.pagesUpTo(head, after)) {
      const people = await this.peopleIn(written, page);
      this.count(page);
      yield page.map((entry) => written.cells(entry, people[entry.user_id]));
    }
  }

  /** The entries of a tree behind number `after`. */
  private async *pagesUpTo({ size }: SignedHead, after: number): AsyncGenerator<LeafRecord[]> {
    const { organizationId, filter, gone } = this.begun;
    const { entries, assertAllowed } = this.ports;
    const selection = await entries.select(organizationId, filter, { after, size });
    if (selection === undefined) return;
    for await (const page of entries.pages(selection, gone)) {
      await assertAllowed();
      yield this.written.namesPeople ? await entries.withDocumentNames(organizationId, page) : page;
    }
  }

  /** The entries of a tree behind number `after`, and in NDJSON its gaps and checkpoint. */
  private async *upTo(written: EntryFormat, head: SignedHead, after: number): AsyncGenerator<Buffer> {
    const { format } = this.begun;
    const { size } = head;
    for await (const page of this.pagesUpTo(head, after)) yield this.summed(await this.linesOf(written, page));
    if (format !== 'ndjson') {
      this.next = size;
      return;
    }
    const [rest = ''] = await this.gaps([this.next < size ? { from: this.next, to: size } : undefined]);
    this.next = size;
    yield this.summed(`${rest}${await this.checkpointLine(head)}`);
  }

  private async checkpointLine(head: SignedHead): Promise<string> {
    const { organizationId, exportId } = this.begun;
    const timestamps = await this.ports.tree.timestamps(organizationId, head);
    return `${JSON.stringify({ type: 'checkpoint', ...head.fields, timestamps, export_id: exportId })}\n`;
  }

  private async peopleIn(written: EntryFormat | EntryTable, page: readonly LeafRecord[]): Promise<KnownPeople> {
    return written.namesPeople ? this.ports.peopleOf(page.map(({ user_id }) => user_id)) : {};
  }

  private async linesOf(written: EntryFormat, page: readonly LeafRecord[]): Promise<string> {
    const people = await this.peopleIn(written, page);
    const lines = page.map((entry) => written.line(entry, people[entry.user_id]));
    if (this.begun.format === 'ndjson') {
      const gaps = await this.gaps(
        gapsBefore(
          page.map(({ leaf_index }) => leaf_index),
          this.next,
        ),
      );
      for (const [at, gap] of gaps.entries()) if (gap !== '') lines[at] = `${gap}${lines[at]}`;
    }
    this.count(page);
    return lines.join('');
  }

  private count(page: readonly LeafRecord[]): void {
    const last = page.at(-1);
    this.entries += page.length;
    this.lastId = last?.id ?? this.lastId;
    this.next = (last?.leaf_index ?? this.next - 1) + 1;
  }

  private gaps(gaps: readonly (Gap | undefined)[]): Promise<string[]> {
    return gapLines(gaps, (subtrees) => this.ports.tree.hashes(this.begun.organizationId, subtrees));
  }

  /** The heads of the tree as it grows, and again the one that it has where it does not, until aborted. */
  private async *later(head: SignedHead, aborted: AbortSignal): AsyncGenerator<SignedHead> {
    const { tree, assertAllowed, lookEveryMs = usualLookMs, checkpointEveryMs = usualCheckpointMs } = this.ports;
    const { gone } = this.begun;
    const woken = AbortSignal.any([aborted, gone]);
    let { size } = head;
    let shownAt = performance.now();
    while (!aborted.aborted) {
      await sleep(lookEveryMs, undefined, { signal: woken }).catch(() => undefined);
      gone.throwIfAborted();
      if (aborted.aborted) return;
      await assertAllowed();
      const newest = await tree.newest(this.begun.organizationId);
      if (newest.size === size && performance.now() - shownAt < checkpointEveryMs) continue;
      ({ size } = newest);
      yield newest;
      shownAt = performance.now();
    }
  }

  private summary(sha256: string): string {
    const { exportId } = this.begun;
    return `${JSON.stringify({ type: 'summary', export_id: exportId, entries: this.entries, sha256, next_cursor: this.lastId })}\n`;
  }

  private summed(text: string): Buffer {
    const bytes = Buffer.from(text);
    this.sum.update(bytes);
    return bytes;
  }
}
