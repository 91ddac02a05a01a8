import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { checkCommit, type ExpectedRevision } from './commit-check.js';
import { LogFile } from './log-file.js';
import { LogIndex } from './log-index.js';
import { RecentIds } from './recent-ids.js';
import {
  dataOf,
  encodeReadResponse,
  type LogPosition,
  type ProposedEvent,
  type StoredEvent,
  TOMBSTONE_REVISION,
} from './stored-event.js';
import { isMetastream, metadataJson, metastreamOf, originalOf, StreamState } from './stream-state.js';

export type AppendOutcome =
  | { kind: 'written'; revision: number; position: LogPosition | undefined }
  | { kind: 'wrong-expected-version'; currentRevision: number }
  | { kind: 'stream-deleted' };

export interface EventLogOptions {
  logFile?: string | undefined;
  recentIdsBytes: number;
  commitPositions: 'per-event' | 'per-append';
}

/** How late an append is, in milliseconds; in the next turn of the event loop, and at once, when omitted. */
export interface AppendLag {
  /** From the decision to the moment in which readers see the events and a copy is found to be one. */
  indexingMs?: number | undefined;
  /** From the response of an append to a softly deleted stream to the end of its deletion. */
  undeleteMs?: number | undefined;
}

// The real log begins with records that are no events.
const FIRST_POSITION = 512;
const RECORD_OVERHEAD = 24;
const NO_BYTES = new Uint8Array();

const metadataEvent = (json: string): ProposedEvent => ({
  id: randomUUID(),
  type: '$metadata',
  contentType: 'application/json',
  data: Buffer.from(json),
  metadata: NO_BYTES,
});

/** Writes the log: decides and numbers an append at once; readers see it when it is durable, in the order of the log. */
export class EventLog {
  /** The events as readers see them. */
  readonly index = new LogIndex();
  private readonly options: EventLogOptions;
  private readonly recent: RecentIds;
  private readonly file: LogFile | undefined;
  private nextPosition = FIRST_POSITION;
  private durable: Promise<void> = Promise.resolve();
  /** Streams whose deletion is about to end. */
  private readonly resuming = new Set<string>();
  private failure: Error | undefined;

  private constructor(options: EventLogOptions, file: LogFile | undefined) {
    this.options = options;
    this.file = file;
    this.recent = new RecentIds(options.recentIdsBytes);
  }

  static async open(options: EventLogOptions): Promise<EventLog> {
    if (options.logFile === undefined) return new EventLog(options, undefined);
    const { file, records } = await LogFile.open(options.logFile);
    const log = new EventLog(options, file);
    for (const record of records) for (const event of record) log.restore(event);
    log.index.publish(log.index.end);
    return log;
  }

  /**
   * A copy that comes while the first is being indexed is a wrong expected version.
   * @throws when the log file cannot be written: then, and for ever after
   */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly ProposedEvent[],
    { indexingMs, undeleteMs }: AppendLag = {},
  ): Promise<AppendOutcome> {
    if (this.failure !== undefined) throw this.failure;
    const state = this.index.stream(stream) ?? new StreamState();
    const ids = events.map((event) => event.id);
    const decision = checkCommit(stream, state, this.index.stream(metastreamOf(stream)), expected, ids, this.recent);
    if (decision.kind === 'stream-deleted') return decision;
    const isBeingIndexed =
      decision.kind === 'already-written' &&
      typeof expected === 'number' &&
      decision.lastRevision > this.index.lastVisibleRevision(state);
    if (decision.kind === 'wrong-expected-version' || isBeingIndexed) {
      return { kind: 'wrong-expected-version', currentRevision: state.lastRevision };
    }
    if (decision.kind === 'already-written') {
      await this.durable;
      const last = state.events[decision.lastRevision];
      return {
        kind: 'written',
        revision: decision.lastRevision,
        position: last && { commit: last.prepare, prepare: last.prepare },
      };
    }
    const undelete = decision.undelete && events.length > 0 && !this.resuming.has(stream);
    const first = BigInt(state.lastRevision + 1);
    const resume = undelete && undeleteMs === undefined ? this.prepareMetadata(stream, state, first) : [];
    const written = this.prepare(stream, events);
    await this.commit([...resume, ...written], indexingMs);
    if (undelete && undeleteMs !== undefined) void this.resumeLater(stream, state, first, undeleteMs);
    const last = written.at(-1);
    return {
      kind: 'written',
      revision: last?.revision ?? state.lastRevision,
      position: last && { commit: last.prepare, prepare: last.prepare },
    };
  }

  /** Hides the events so far; an append then goes on with their numbers. */
  async softDelete(stream: string, expected: ExpectedRevision): Promise<AppendOutcome> {
    return this.delete(stream, expected, (state) => this.prepareMetadata(stream, state, TOMBSTONE_REVISION));
  }

  /** Ends the stream for ever. */
  async tombstone(stream: string, expected: ExpectedRevision): Promise<AppendOutcome> {
    return this.delete(stream, expected, () => [this.prepareTombstone(stream)]);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  private async delete(
    stream: string,
    expected: ExpectedRevision,
    prepare: (state: StreamState) => StoredEvent[],
  ): Promise<AppendOutcome> {
    if (this.failure !== undefined) throw this.failure;
    const state = this.index.stream(stream) ?? new StreamState();
    const metastream = this.index.stream(metastreamOf(stream));
    const decision = checkCommit(stream, state, metastream, expected, [randomUUID()], this.recent);
    if (decision.kind === 'stream-deleted') return decision;
    if (decision.kind !== 'write') return { kind: 'wrong-expected-version', currentRevision: state.lastRevision };
    const events = prepare(state);
    await this.commit(events);
    const last = events.at(-1);
    return {
      kind: 'written',
      revision: state.lastRevision,
      position: last && { commit: last.prepare, prepare: last.prepare },
    };
  }

  private async resumeLater(stream: string, state: StreamState, first: bigint, ms: number): Promise<void> {
    this.resuming.add(stream);
    await delay(ms);
    this.resuming.delete(stream);
    await this.commit(this.prepareMetadata(stream, state, first)).catch(() => undefined);
  }

  private prepareMetadata(stream: string, state: StreamState, truncateBefore: bigint): StoredEvent[] {
    return this.prepare(metastreamOf(stream), [metadataEvent(metadataJson(state.metadata, truncateBefore))]);
  }

  private prepareTombstone(stream: string): StoredEvent {
    const event = {
      id: randomUUID(),
      type: '$streamDeleted',
      contentType: 'application/octet-stream',
      data: NO_BYTES,
      metadata: NO_BYTES,
    };
    const position = this.takePosition(event);
    const message = encodeReadResponse(stream, TOMBSTONE_REVISION, { commit: position, prepare: position }, event);
    const stored = {
      stream,
      revision: -1,
      type: event.type,
      id: event.id,
      commit: position,
      prepare: position,
      message,
    };
    this.index.add(stored);
    return stored;
  }

  /** Numbers the events of one append and enters them into the index. */
  private prepare(stream: string, events: readonly ProposedEvent[]): StoredEvent[] {
    const first = (this.index.stream(stream)?.lastRevision ?? -1) + 1;
    const positions = events.map((event) => this.takePosition(event));
    const last = positions.at(-1) ?? 0;
    return events.map((event, offset) => {
      const prepare = positions[offset] ?? last;
      const position = { prepare, commit: this.options.commitPositions === 'per-append' ? last : prepare };
      const revision = first + offset;
      const message = encodeReadResponse(stream, revision, position, event);
      const stored = { stream, revision, type: event.type, id: event.id, ...position, message };
      this.index.add(stored);
      this.recent.remember(event.id, { stream, revision });
      if (isMetastream(stream)) this.index.stateOf(originalOf(stream)).applyMetadata(event.data);
      return stored;
    });
  }

  private takePosition(event: ProposedEvent): number {
    const position = this.nextPosition;
    this.nextPosition += RECORD_OVERHEAD + event.type.length + event.data.length + event.metadata.length;
    return position;
  }

  private restore(event: StoredEvent): void {
    this.index.add(event);
    this.nextPosition = event.prepare + event.message.length;
    if (isMetastream(event.stream)) this.index.stateOf(originalOf(event.stream)).applyMetadata(dataOf(event));
  }

  private async commit(events: readonly StoredEvent[], indexingMs?: number): Promise<void> {
    if (events.length === 0) return;
    const { end } = this.index;
    if (this.file !== undefined) {
      this.durable = this.file.write(events).catch((error: Error) => {
        // Numbered events are missing from the file now: nothing after them may be written.
        this.failure = error;
        throw error;
      });
      await this.durable;
    }
    await (indexingMs === undefined ? turn() : delay(indexingMs));
    this.index.publish(end);
  }
}

const DEFAULT_RECENT_IDS_BYTES = 8 * 1024 * 1024;

/** @throws when the log file cannot be opened */
export const openLog = ({
  logFile,
  recentIdsBytes = DEFAULT_RECENT_IDS_BYTES,
  commitPositions = 'per-event',
}: Partial<EventLogOptions>): Promise<EventLog> => EventLog.open({ logFile, recentIdsBytes, commitPositions });
