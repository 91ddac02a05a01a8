import { equalBytes, fromBase64, toHex, utf8 } from './bytes.js';
import { parseCheckpoint } from './checkpoint.js';
import { checkEntry, ExportFaultError, idIn, parseFields } from './export-entry.js';
import { type ExportLine, type FilePieces, linesOf } from './export-lines.js';
import { createSha256 } from './sha256.js';
import { parseNote, type SignedNote, verifyNote } from './signed-note.js';
import { type StampedHead, stampedHeadsIn } from './stamped-heads.js';
import { subtreesOf } from './subtrees.js';
import { type OlderEntries, TimeOrder } from './time-order.js';
import { TreeBuilder } from './tree-builder.js';
import { hashLength, leafHash } from './tree-hash.js';
import { parseVerifierKey, type VerifierKey } from './verifier-key.js';

/** The facts that a whole export proves. */
export interface VerifiedExport {
  exportId: string;
  entries: number;
  /** Id of the organization whose entries these are; undefined where there is none. */
  organizationId: string | undefined;
  /** Entries of the log that the export passes over, by their hashes alone. */
  leftOut: number;
  erased: number;
  unproven: number;
  /** A remark, which is no fault: entries that say an earlier time than those before them. */
  older: OlderEntries;
  /** The last checkpoint: name and size of the log, and the key that its signature was checked with. */
  origin: string;
  size: number;
  verifierKey: VerifierKey;
  /** That checkpoint, with whatever cosignatures it has, and the time stamps of trees that it continues. */
  checkpoint: SignedNote;
  stamped: StampedHead[];
}

/** The first fault of an export. */
export interface ExportFault {
  /** Number of the line, from 1. */
  line: number;
  /** Id of the first bad entry; undefined where the fault is in no entry's line. */
  entryId: string | undefined;
  reason: string;
}

export type ExportVerdict = { verified: VerifiedExport } | { fault: ExportFault };

type Fields = Record<string, unknown>;

const fail: (reason: string) => never = (reason) => {
  throw new ExportFaultError(reason);
};

const orFault = <Result>(reason: string, work: () => Result): Result => {
  try {
    return work();
  } catch {
    return fail(reason);
  }
};

/** Reads an export line by line; what it holds does not grow with the file. */
class ExportReader {
  private readonly tree = new TreeBuilder();
  private readonly sum = createSha256();
  private readonly counted = { entries: 0, leftOut: 0, erased: 0, unproven: 0 };
  private readonly times = new TimeOrder();
  private organizationId: string | undefined;
  private lastId: string | null = null;
  private isCheckpointLast = false;
  private proven: Pick<VerifiedExport, 'origin' | 'size' | 'verifierKey' | 'checkpoint' | 'stamped'> | undefined;
  private exportId: string | undefined;

  constructor(private readonly givenKey: VerifierKey | undefined) {}

  /** Number of the entry that comes next. */
  get next(): number {
    return this.tree.size;
  }

  /** Takes a line. @returns what is proven, at the summary line. @throws ExportFaultError */
  async take(text: string): Promise<VerifiedExport | undefined> {
    const kind = /^\{"type":"([a-z]+)"/.exec(text)?.[1];
    if (kind === 'summary') return this.summary(text);
    if (kind === undefined) this.entry(text);
    else if (kind === 'gap') this.gap(parseFields(text));
    else if (kind === 'checkpoint') await this.head(parseFields(text));
    else fail('nobody knows such a line');
    this.isCheckpointLast = kind === 'checkpoint';
    this.sum.update(utf8(`${text}\n`));
    return undefined;
  }

  private entry(text: string): void {
    const entry = checkEntry(text, this.tree.size);
    const { id, leaf, organizationId, erased, unproven } = entry;
    this.organizationId ??= organizationId;
    if (organizationId !== this.organizationId) fail('it is of another organization');
    this.tree.append(leafHash(leaf));
    this.times.take(id, entry);
    this.lastId = id;
    this.counted.entries += 1;
    this.counted.erased += erased;
    this.counted.unproven += unproven;
  }

  private gap({ from, to, hashes }: Fields): void {
    if (from !== this.tree.size || !Number.isSafeInteger(to) || Number(to) <= from) fail('the gap does not go on here');
    const subtrees = subtreesOf(Number(from), Number(to));
    if (!Array.isArray(hashes) || hashes.length !== subtrees.length) fail('the gap has other hashes than its size');
    for (const [at, subtree] of subtrees.entries()) {
      const hash = fromBase64(String(hashes[at]));
      if (hash?.length !== hashLength) fail('a hash of the gap is none');
      this.tree.appendSubtree(subtree, hash);
    }
    this.counted.leftOut += Number(to) - Number(from);
  }

  private async head(line: Fields): Promise<void> {
    const note = orFault('the checkpoint is no signed note', () => parseNote(String(line.checkpoint)));
    const head = orFault('the note is no checkpoint', () => parseCheckpoint(note.text));
    const { origin, size, root } = head;
    const verifierKey =
      this.givenKey ?? orFault('the file has no key', () => parseVerifierKey(String(line.verifier_key)));
    const isSame =
      line.origin === origin &&
      line.size === size &&
      equalBytes(fromBase64(String(line.root_hash)) ?? root.subarray(1), root);
    if (!isSame) fail('the checkpoint says other than its note');
    if (!(await verifyNote(note, verifierKey))) fail('the checkpoint is not signed by the key');
    if (size !== this.tree.size) fail(`the checkpoint is of ${size} entries and the file of ${this.tree.size}`);
    if (!equalBytes(root, this.tree.root()))
      fail('the entries and gaps do not lead to the root of the checkpoint: one of the leaves or hashes was changed');
    if (this.exportId !== undefined && line.export_id !== this.exportId) fail('it is of another export');
    this.exportId = String(line.export_id);
    this.proven = { origin, size, verifierKey, checkpoint: note, stamped: stampedHeadsIn(line.timestamps, head) };
  }

  private summary(text: string): VerifiedExport {
    if (this.proven === undefined || this.exportId === undefined || !this.isCheckpointLast)
      return fail('there is no checkpoint before the summary');
    const { export_id, entries, sha256: sum, next_cursor } = parseFields(text);
    if (sum !== toHex(this.sum.digest())) fail('the bytes do not have the sum that the summary says');
    if (entries !== this.counted.entries) fail('the summary counts other entries');
    if (export_id !== this.exportId) fail('the summary is of another export');
    if (next_cursor !== this.lastId) fail('the summary goes on behind another entry');
    const again = { type: 'summary', export_id, entries, sha256: sum, next_cursor };
    if (JSON.stringify(again) !== text) fail('the summary says more than it has to');
    const { exportId, organizationId, counted, proven } = this;
    return { exportId, organizationId, ...counted, older: this.times.older, ...proven };
  }
}

const textOf = ({ bytes, isWhole }: ExportLine): string => {
  if (!isWhole) return fail('the file is cut off');
  return orFault('the line is not UTF-8', () =>
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, -1)),
  );
};

const legible = ({ bytes }: ExportLine): string => new TextDecoder().decode(bytes);

/** The id of the bad entry, the number `number`: of a line that was cut in two the other half has it. */
const idOfFault = async (
  line: ExportLine,
  others: AsyncIterator<ExportLine>,
  number: number,
): Promise<string | undefined> => {
  const text = legible(line);
  if (text.startsWith('{"type":')) return undefined;
  const id = idIn(text.trimEnd());
  if (id !== undefined) return id;
  const next = await others.next();
  const rest = next.done ? '' : legible(next.value).trimEnd();
  return rest.includes(`"leaf_index":${number},`) ? idIn(rest) : undefined;
};

const verifyLines = async (lines: AsyncGenerator<ExportLine>, reader: ExportReader): Promise<ExportVerdict> => {
  let number = 0;
  let verified: VerifiedExport | undefined;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    number += 1;
    try {
      if (verified !== undefined) fail('there is more behind the summary');
      verified = await reader.take(textOf(next.value));
    } catch (error) {
      if (!(error instanceof ExportFaultError)) throw error;
      const entryId = verified === undefined ? await idOfFault(next.value, lines, reader.next) : undefined;
      return { fault: { line: number, entryId, reason: error.message } };
    }
  }
  if (verified !== undefined) return { verified };
  return { fault: { line: number + 1, entryId: undefined, reason: 'the file is cut off: it has no summary' } };
};

/**
 * Verifies an export in NDJSON in one pass and constant memory: each entry against its leaf and its commitments, entries
 * and gaps against the root of the checkpoint, its signature, and the sum of all bytes.
 * @param pieces the file as Node or a browser reads it
 * @param givenKey the log's key, known from elsewhere; without it the key in the file is taken, which proves that the
 * file is whole and not whose it is
 */
export const verifyExport = async (pieces: FilePieces, givenKey?: VerifierKey): Promise<ExportVerdict> => {
  const lines = linesOf(pieces);
  try {
    return await verifyLines(lines, new ExportReader(givenKey));
  } finally {
    // Whoever stops at a fault leaves no file open.
    await lines.return(undefined);
  }
};
