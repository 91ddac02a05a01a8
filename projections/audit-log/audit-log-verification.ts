import { setTimeout as sleep } from 'node:timers/promises';
import { leafHash, type OlderEntries, parseCheckpoint, parseNote, TimeOrder } from '@transledger/audit-proof';
import { auditEntryOf } from '#libs/audit/audit-entry.js';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { canonicalLeaf, leafOf } from '#libs/audit/audit-leaf.js';
import { logNumberOf } from '#libs/domain/audit/log-name.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { type RecordedDomainEvent, toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { comparePositions, type Position, START } from '#libs/ports/event-store/position.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { KeptHead, SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import { eventTypesOf } from '#libs/read-side/projection/runner/runnable-projection.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { auditLog, entryOf } from './audit-log.projection.js';
import { type AuditLogFault, FaultError } from './audit-log-fault.js';
import { FindingComparison } from './finding-comparison.js';
import { beginningsOf, type LogPast } from './log-past.js';
import { SignedComparison } from './signed-comparison.js';

export interface VerificationSources {
  readModels: Pick<ReadModelQueries, 'query'>;
  eventStore: Pick<EventStore, 'readAll'>;
  /** The read model holds every event up to here. */
  passed: Position;
  signatures: Pick<LogSignatures, 'find' | 'keys' | 'nodes'>;
  /** The copy of the signed heads outside the database. */
  heads: Pick<SignedHeads, 'find'>;
}

export interface VerifiedAuditLog {
  entries: number;
  /** A remark, which is no fault: entries that say an earlier time than those before them. */
  older: OlderEntries;
  /** The newest signed head; undefined while nothing was signed. */
  signed: Pick<KeptHead, 'origin' | 'size'> | undefined;
  /** The signed notes that the log begins with. */
  notes: readonly string[];
  /** Why nothing more is signed; undefined while the log is signed. */
  stoppedBecause: string | undefined;
}

const madeByNoEvent = 'no event has made the entry';
const pageSize = 1_000;
const looks = 20;
const lookEveryMs = 100;

/** A reader that goes on where it was, also after it has been at the end: the log grows while it is verified. */
class Reader<Item> {
  private read: Item[] = [];

  /** @param page reads the items that come next; none at the end */
  constructor(private readonly page: () => Promise<Item[]>) {}

  async next(): Promise<Item | undefined> {
    if (this.read.length === 0) this.read = (await this.page()).reverse();
    return this.read.pop();
  }
}

interface Act {
  event: RecordedDomainEvent;
  position: Position;
}

/** The acts of an organization in the order of the log. */
const actsOf = (eventStore: Pick<EventStore, 'readAll'>, organizationId: string): Reader<Act> => {
  const types = eventTypesOf(auditLog);
  let after = START;
  return new Reader(async () => {
    for (;;) {
      const page = await eventStore.readAll({ after, limit: pageSize, types });
      after = page.position;
      const acts = page.events
        .map((recorded) => ({ event: toDomainEvent(recorded), position: recorded.position }))
        .filter(({ event }) => event.metadata.organizationId === organizationId && auditEntryOf(event) !== undefined);
      if (acts.length > 0 || page.atEnd) return acts;
    }
  });
};

/** A time as it is; null for one beyond all, which no event has and the driver does not read. */
const finite = (column: string): string => `case when isfinite(${column}) then ${column} end as ${column}`;

const columns = [
  ...['organization_id', 'number', 'id', 'event_id', 'action', 'resource', 'resource_id', 'result', 'request_id'],
  ...['actor_type', 'api_key_id', 'metadata', 'sealed_client', 'sealed_name', 'subject', 'address_subject'],
  ...['commitments', 'leaf_hash', 'lateness_ms', finite('occurred_at'), finite('latest_at')],
].join(', ');

/** The rows of an organization's log by number. */
const rowsOf = (readModels: Pick<ReadModelQueries, 'query'>, organizationId: string): Reader<AuditLogEntity> => {
  let after = -1;
  return new Reader(async () => {
    const rows = await readModels.query<AuditLogEntity[]>(
      `select ${columns} from read_model.audit_log
        where organization_id = $1 and number > $2 order by number limit $3`,
      [organizationId, after, pageSize],
    );
    after = Number(rows.at(-1)?.number ?? after);
    return rows;
  });
};

/** Whether an event is among the acts that come next. They are read. */
const isComing = async (acts: Reader<Act>, eventId: string): Promise<boolean> => {
  for (let act = await acts.next(); act !== undefined; act = await acts.next())
    if (act.event.id === eventId) return true;
  return false;
};

/** A row that is the entry of its event, in its leaf and by the persons that it is found under. @throws FaultError */
const entryRowOf = (event: RecordedDomainEvent, number: number, row: AuditLogEntity | undefined): AuditLogEntity => {
  const id = formatAuditId(number, event.id);
  const leaf = leafOf(event, number);
  if (leaf === undefined) throw new Error('The event leaves no entry');
  if (row === undefined || Number(row.number) > number) throw new FaultError(id, 'the entry is missing');
  const entry = { ...entryOf(row), number: Number(row.number) };
  if (row.event_id !== event.id) throw new FaultError(id, `another entry stands in its place: ${row.id}`);
  if (canonicalLeaf(entry) !== leaf.toString()) throw new FaultError(id, 'the entry is not what its event says');
  const hash = leafHash(leaf);
  if (!Buffer.from(row.leaf_hash).equals(hash)) throw new FaultError(id, 'its hash is not that of its leaf');
  const { subject, addressSubject = null } = event.metadata as EventMetadata;
  if (row.subject !== subject || (row.address_subject ?? null) !== addressSubject)
    throw new FaultError(id, 'it can be found under another person');
  return row;
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
  const { readModels, eventStore, passed, signatures } = sources;
  const past = await pastOf(sources, organizationId);
  const { origin, heads, brokenBecause } = beginningsOf(past);
  if (!heads.every(isHeadIn))
    throw new FaultError(undefined, 'what was signed is not what stands beside its signature');
  const comparison = new SignedComparison(signatures, heads, past.before?.size ?? 0);
  const times = new TimeOrder();
  const finding = new FindingComparison(readModels, organizationId);
  const acts = actsOf(eventStore, organizationId);
  const rows = rowsOf(readModels, organizationId);
  let number = 0;
  let isBegun = origin === undefined || logNumberOf(origin) === 1;
  for (;;) {
    const found = await acts.next();
    const row = await rows.next();
    // The event of a row that came meanwhile is there by now.
    const act = found ?? (row && (await acts.next()));
    if (act === undefined && row !== undefined) throw new FaultError(row.id, madeByNoEvent);
    if (act === undefined || (row === undefined && comparePositions(act.position, passed) > 0)) break;
    const { event } = act;
    const isOfAnother = row !== undefined && Number(row.number) === number && row.event_id !== event.id;
    if (isOfAnother && !(await isComing(acts, row.event_id))) throw new FaultError(row.id, madeByNoEvent);
    const entry = entryRowOf(event, number, row);
    await comparison.append(organizationId, entry.id, entry.leaf_hash);
    await finding.append(entry);
    times.take(entry.id, entryOf(entry));
    isBegun ||= event.type === 'AuditLogBegun' && event.data.origin === origin;
    number += 1;
    onEntry(number);
  }
  comparison.assertWhole();
  await finding.assertNoMore();
  if (brokenBecause !== undefined) throw new FaultError(undefined, brokenBecause);
  if (!isBegun) throw new FaultError(undefined, `no entry says that the log ${origin} was begun`);
  const signed = heads.toSorted((one, other) => other.size - one.size)[0];
  if (past.before === undefined && signed !== undefined) {
    const reason = `the database does not know that ${signed.size} entries were signed, as is known outside it`;
    throw new FaultError(undefined, reason);
  }
  const notes = heads.map(({ checkpoint }) => checkpoint);
  return { entries: number, older: times.older, signed, notes, stoppedBecause: past.before?.stoppedBecause };
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
