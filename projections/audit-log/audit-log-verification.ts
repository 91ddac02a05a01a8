import { setTimeout as sleep } from 'node:timers/promises';
import { leafHash, parseCheckpoint, parseNote } from '@transledger/audit-proof';
import type { DataSource } from 'typeorm';
import { auditEntryOf } from '#libs/audit/audit-entry.js';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { canonicalLeaf, leafOf } from '#libs/audit/audit-leaf.js';
import { logNumberOf } from '#libs/domain/audit/log-name.js';
import { type RecordedDomainEvent, toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { KeptHead, SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import { eventTypesOf } from '#libs/read-side/projection/runner/runnable-projection.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { auditLog, entryOf } from './audit-log.projection.js';
import { type AuditLogFault, FaultError } from './audit-log-fault.js';
import { beginningsOf, type LogPast } from './log-past.js';
import { SignedComparison } from './signed-comparison.js';

export interface VerificationSources {
  readModels: Pick<DataSource, 'query'>;
  eventStore: Pick<EventStore, 'readAll'>;
  signatures: Pick<LogSignatures, 'find' | 'keys' | 'nodes'>;
  /** What was signed, outside the database. */
  heads: Pick<SignedHeads, 'find'>;
}

export interface VerifiedAuditLog {
  entries: number;
  /** The newest signed head; undefined while nothing was signed. */
  signed: Pick<KeptHead, 'origin' | 'size'> | undefined;
  /** The signed notes that the log begins with. */
  notes: readonly string[];
  /** Why nothing more is signed; undefined while the log is signed. */
  stoppedBecause: string | undefined;
}

const pageSize = 1_000;
const looks = 20;
const lookEveryMs = 100;

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

const isHeadIn = ({ origin, size, root, checkpoint }: KeptHead): boolean => {
  try {
    const head = parseCheckpoint(parseNote(checkpoint).text);
    return head.origin === origin && head.size === size && Buffer.from(root).equals(head.root);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/**
 * The past of a log. A head is kept outside the database before the database has it: the first one of a log may be on its way
 * there.
 */
const pastOf = async (
  { signatures, heads }: Pick<VerificationSources, 'signatures' | 'heads'>,
  organizationId: string,
): Promise<LogPast> => {
  for (let look = 1; ; look += 1) {
    const before = await signatures.find(organizationId);
    const kept = (await heads.find([organizationId])).get(organizationId);
    if (before !== undefined || kept === undefined || look === looks)
      return { before, kept, keys: await signatures.keys(organizationId) };
    await sleep(lookEveryMs);
  }
};

const verify = async (
  sources: VerificationSources,
  organizationId: string,
  onEntry: (entries: number) => void,
): Promise<VerifiedAuditLog> => {
  const { readModels, eventStore, signatures } = sources;
  const past = await pastOf(sources, organizationId);
  const { origin, heads, brokenBecause } = beginningsOf(past);
  if (!heads.every(isHeadIn))
    throw new FaultError(undefined, 'what was signed is not what stands beside its signature');
  const comparison = new SignedComparison(signatures, heads, past.before?.size ?? 0);
  const rows = rowsOf(readModels, organizationId);
  let number = 0;
  let isBegun = origin === undefined || logNumberOf(origin) === 1;
  for await (const event of actsOf(eventStore, organizationId)) {
    const { value: row } = await rows.next();
    const hash = assertIsEntryOf(event, number, row ?? undefined);
    await comparison.append(organizationId, formatAuditId(number, event.id), hash);
    isBegun ||= event.type === 'AuditLogBegun' && event.data.origin === origin;
    number += 1;
    onEntry(number);
  }
  const { value: extra } = await rows.next();
  if (extra) throw new FaultError(extra.id, 'no event has made the entry');
  comparison.assertWhole();
  if (brokenBecause !== undefined) throw new FaultError(undefined, brokenBecause);
  if (!isBegun) throw new FaultError(undefined, `no entry says that the log ${origin} was begun`);
  const signed = heads.toSorted((one, other) => other.size - one.size)[0];
  if (past.before === undefined && signed !== undefined) {
    const reason = `the database does not know that ${signed.size} entries were signed, as is known outside it`;
    throw new FaultError(undefined, reason);
  }
  const notes = heads.map(({ checkpoint }) => checkpoint);
  return { entries: number, signed, notes, stoppedBecause: past.before?.stoppedBecause };
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
