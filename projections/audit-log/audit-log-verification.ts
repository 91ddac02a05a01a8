import { leafHash, parseCheckpoint, parseNote, TreeBuilder } from '@transledger/audit-proof';
import type { DataSource } from 'typeorm';
import { auditEntryOf } from '#libs/audit/audit-entry.js';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { canonicalLeaf, leafOf } from '#libs/audit/audit-leaf.js';
import { type RecordedDomainEvent, toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { type LogSignatures, levelsOfTile, type SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import { eventTypesOf } from '#libs/read-side/projection/runner/runnable-projection.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { auditLog, entryOf } from './audit-log.projection.js';

export interface VerificationSources {
  readModels: Pick<DataSource, 'query'>;
  eventStore: Pick<EventStore, 'readAll'>;
  signatures: Pick<LogSignatures, 'find' | 'nodes'>;
}

/** The first entry that is not what it should be. */
export interface AuditLogFault {
  /** Id of the entry, as the events say it; undefined where no event has one. */
  entryId: string | undefined;
  reason: string;
}

export interface VerifiedAuditLog {
  entries: number;
  /** The newest signed head; undefined while nothing was signed. */
  signed: Pick<SignedLog, 'origin' | 'size' | 'checkpoint'> | undefined;
}

/** A fault of the log that is verified. */
class FaultError extends Error {
  override readonly name = 'FaultError';
  constructor(
    readonly entryId: string | undefined,
    reason: string,
  ) {
    super(reason);
  }
}

const pageSize = 1_000;
const tileWidth = 2 ** levelsOfTile;

/** The acts of an organization in the order of the log. */
const actsOf = async function* (eventStore: Pick<EventStore, 'readAll'>, organizationId: string) {
  const types = eventTypesOf(auditLog);
  for (let after = START; ; ) {
    const page = await eventStore.readAll({ after, limit: pageSize, types });
    for (const recorded of page.events) {
      const event = toDomainEvent(recorded);
      if (event.metadata.organizationId === organizationId && auditEntryOf(event) !== undefined) yield event;
    }
    if (page.atEnd) return;
    after = page.position;
  }
};

/** The rows of an organization's log by number. */
const rowsOf = async function* (readModels: Pick<DataSource, 'query'>, organizationId: string) {
  for (let after = -1; ; ) {
    const rows = await readModels.query<AuditLogEntity[]>(
      'select * from read_model.audit_log where organization_id = $1 and number > $2 order by number limit $3',
      [organizationId, after, pageSize],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.number);
  }
};

/** Whether a row is the entry of its event, in its leaf and beside it. @throws FaultError */
const assertIsEntryOf = (event: RecordedDomainEvent, number: number, row: AuditLogEntity | undefined): Uint8Array => {
  const id = formatAuditId(number, event.id);
  const leaf = leafOf(event, number);
  if (leaf === undefined) throw new Error('The event leaves no entry');
  if (row === undefined || Number(row.number) > number) throw new FaultError(id, 'the entry is missing');
  const entry = { ...entryOf(row), number: Number(row.number) };
  if (row.event_id !== event.id) throw new FaultError(id, 'another entry stands in its place');
  if (canonicalLeaf(entry) !== leaf.toString()) throw new FaultError(id, 'the entry is not what its event says');
  const hash = leafHash(leaf);
  if (!Buffer.from(row.leaf_hash).equals(hash)) throw new FaultError(id, 'its hash is not that of its leaf');
  const { subject, addressSubject = null } = event.metadata;
  if (row.subject !== subject || (row.address_subject ?? null) !== addressSubject)
    throw new FaultError(id, 'it can be found under another person');
  return hash;
};

/** Compares a tree as it grows with what was signed of it. */
class SignedComparison {
  private readonly tree = new TreeBuilder();
  /** Id of the first entry of the tile that is being filled. */
  private first: string | undefined;

  constructor(
    private readonly signatures: Pick<LogSignatures, 'nodes'>,
    private readonly signed: SignedLog | undefined,
  ) {}

  async append(organizationId: string, id: string, hash: Uint8Array): Promise<void> {
    const { tree, signed } = this;
    if (tree.size % tileWidth === 0) this.first = id;
    const completed = tree.append(hash).find(({ subtree }) => subtree.level === levelsOfTile);
    if (signed === undefined || tree.size > signed.size) return;
    if (completed !== undefined) {
      const { index } = completed.subtree;
      const [kept] = await this.signatures.nodes(organizationId, levelsOfTile, index, index + 1);
      if (kept === undefined || !Buffer.from(kept).equals(completed.hash))
        throw new FaultError(
          this.first,
          `this or one of the ${tileWidth - 1} entries behind it is not what was signed`,
        );
    }
    if (tree.size === signed.size && !Buffer.from(signed.root).equals(tree.root()))
      throw new FaultError(this.first, 'this or an entry behind it is not what was signed');
  }

  assertWhole(): void {
    if (this.signed !== undefined && this.tree.size < this.signed.size)
      throw new FaultError(undefined, `${this.tree.size} entries are left of ${this.signed.size} that were signed`);
  }
}

/** @throws FaultError unless the note says what stands beside it */
const assertNote = ({ origin, size, root, checkpoint }: SignedLog): void => {
  const head = parseCheckpoint(parseNote(checkpoint).text);
  if (head.origin === origin && head.size === size && Buffer.from(root).equals(head.root)) return;
  throw new FaultError(undefined, 'what was signed is not what stands beside its signature');
};

const verify = async (
  { readModels, eventStore, signatures }: VerificationSources,
  organizationId: string,
  onEntry: (entries: number) => void,
): Promise<VerifiedAuditLog> => {
  const signed = await signatures.find(organizationId);
  if (signed !== undefined) assertNote(signed);
  const comparison = new SignedComparison(signatures, signed);
  const rows = rowsOf(readModels, organizationId);
  let number = 0;
  for await (const event of actsOf(eventStore, organizationId)) {
    const { value: row } = await rows.next();
    const hash = assertIsEntryOf(event, number, row ?? undefined);
    await comparison.append(organizationId, formatAuditId(number, event.id), hash);
    number += 1;
    onEntry(number);
  }
  const { value: extra } = await rows.next();
  if (extra) throw new FaultError(extra.id, 'no event has made the entry');
  comparison.assertWhole();
  return { entries: number, signed };
};

/**
 * Verifies an organization's log where it stands: each entry against its event, in its order, and all of them against what
 * was signed. Both the read model and the event log are read once, page by page.
 * @param onEntry called with the number of entries that were verified
 */
export const verifyAuditLog = async (
  sources: VerificationSources,
  organizationId: string,
  onEntry: (entries: number) => void = () => undefined,
): Promise<{ verified: VerifiedAuditLog } | { fault: AuditLogFault }> => {
  try {
    return { verified: await verify(sources, organizationId, onEntry) };
  } catch (error) {
    if (error instanceof FaultError) return { fault: { entryId: error.entryId, reason: error.message } };
    throw error;
  }
};
