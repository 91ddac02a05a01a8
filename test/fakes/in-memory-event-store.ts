import { EventEmitter, once } from 'node:events';
import { toAppendRequest } from '#libs/ports/event-store/append-request.js';
import { PartlyRepeatedError, WrongExpectedRevisionError } from '#libs/ports/event-store/event-store.errors.js';
import type {
  AppendResult,
  EventFilter,
  EventPage,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
} from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';

const positionOf = (count: number): Position => String(count).padStart(16, '0') as Position;

const passes = ({ types, streamPrefixes }: EventFilter, { type, stream }: RecordedEvent): boolean =>
  (types?.includes(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);

interface Fault {
  error: Error;
  /** Whether the append is written all the same and only its response is lost. */
  written: boolean;
}

/** The log in memory, for tests of code that uses it: exact revisions, idempotent ids, and faults on demand. */
export class InMemoryEventStore implements EventStore {
  /** Every append that was tried, failed ones too. */
  readonly attempts: { stream: string; events: readonly NewEvent[]; expected: ExpectedRevision }[] = [];
  private readonly log: RecordedEvent[] = [];
  private readonly faults: Fault[] = [];
  private readonly changes = new EventEmitter().setMaxListeners(0);

  /** All written events, in the order of the log. */
  get events(): RecordedEvent[] {
    return structuredClone(this.log);
  }

  /** Fails the next append that has no fault yet. */
  failAppend(error: Error, { written = false }: { written?: boolean } = {}): void {
    this.faults.push({ error, written });
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    toAppendRequest(stream, events, expected);
    this.attempts.push(structuredClone({ stream, events, expected }));
    const fault = this.faults.shift();
    if (fault !== undefined && !fault.written) throw fault.error;
    const result = this.repeated(stream, events, expected) ?? this.write(stream, events, expected);
    if (fault !== undefined) throw fault.error;
    return result;
  }

  async *readStream(stream: string, { direction, from, limit }: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent> {
    const backwards = direction === 'backwards';
    const found = this.streamOf(stream).filter(
      ({ revision }) => from === undefined || (backwards ? revision <= from : revision >= from),
    );
    if (backwards) found.reverse();
    for (const event of found.slice(0, limit)) yield structuredClone(event);
  }

  async readAll({ after, limit, ...filter }: ReadAllOptions): Promise<EventPage> {
    const events: RecordedEvent[] = [];
    let position = after;
    for (const event of this.log) {
      if (event.position <= after) continue;
      if (events.length === limit) return { events, position, atEnd: false };
      if (passes(filter, event)) events.push(structuredClone(event));
      position = event.position;
    }
    return { events, position, atEnd: true };
  }

  async *subscribeToAll({ after, signal, pageSize = 100, ...filter }: SubscribeOptions): AsyncGenerator<EventPage> {
    let position = after;
    while (!signal.aborted) {
      const before = this.log.length;
      const page = await this.readAll({ after: position, limit: pageSize, ...filter });
      if (page.position === position) {
        // Events that came while the page was read have notified nobody.
        if (this.log.length === before) await once(this.changes, 'append', { signal }).catch(() => undefined);
        continue;
      }
      position = page.position;
      yield page;
    }
  }

  async head(): Promise<Position> {
    return this.log.at(-1)?.position ?? START;
  }

  async close(): Promise<void> {}

  private streamOf(stream: string): RecordedEvent[] {
    return this.log.filter((event) => event.stream === stream);
  }

  private repeated(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): AppendResult | undefined {
    const before = expected === 'no-stream' ? 0 : expected + 1;
    const there = this.streamOf(stream).slice(before, before + events.length);
    const differs = events.findIndex(({ id }, index) => there[index]?.id !== id);
    const last = differs < 0 ? there.at(-1) : there[differs - 1];
    if (differs === 0 || last === undefined) return undefined;
    if (differs < 0) return { revision: last.revision, position: last.position, repeated: true };
    const knownIds = events.slice(0, differs).map(({ id }) => id);
    throw new PartlyRepeatedError(stream, knownIds, last.position);
  }

  private write(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): AppendResult {
    const actual = this.streamOf(stream).at(-1)?.revision;
    if ((actual ?? 'no-stream') !== expected) throw new WrongExpectedRevisionError(stream, expected, actual);
    let revision = actual ?? -1;
    for (const event of events) {
      revision += 1;
      const position = positionOf(this.log.length + 1);
      const recordedAt = new Date().toISOString();
      this.log.push(structuredClone({ ...event, stream, revision, position, recordedAt }));
    }
    this.changes.emit('append');
    return { revision, position: positionOf(this.log.length), repeated: false };
  }
}
