import type { KafkaMessage } from 'kafkajs';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { LogMark } from '#libs/ports/event-store/log-mark.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { ContiguousCheckpoint } from '../contiguous-checkpoint.js';
import type { Message } from '../message-bus.port.js';
import { NotAnEventError, toMessage, typeOf } from './event-record.js';
import type { TopicPartition } from './sticky-assigner.js';

export interface PartitionCheckpoint {
  position: Position;
  /** The last message at or before the position; undefined before the first. */
  mark?: LogMark | undefined;
  /** Offset of the next record to read. */
  next: bigint;
}

/** State of a group in a partition. */
export interface PartitionState {
  place: PartitionCheckpoint;
  /** Ids of messages after the place that are parked already. */
  parked: ReadonlySet<string>;
}

interface Settings {
  types: ReadonlySet<string>;
  /** Receives each message to be handled, in order, and the function that ends it. */
  onMessage: (message: Message, work: PartitionWork, onDone: () => void) => void;
  onFault: (error: unknown) => void;
}

let works = 0;
const nextId = (): number => {
  works += 1;
  return works;
};

/**
 * A consumer's work on a partition that it was assigned. Positions ascend in a partition: the relay publishes in the
 * order of the log, and begins again at or before where another stopped. So a message that is not after the greatest
 * position seen was there before, and one position per partition recognises repetitions for ever, as long as the log is
 * the same (`LogComparison`).
 */
export class PartitionWork {
  /** Id that differs from earlier work on the same partition. */
  readonly id = nextId();
  private readonly losing = new AbortController();
  private readonly beginning = Promise.withResolvers<void>();
  private checkpoint: ContiguousCheckpoint<PartitionCheckpoint> | undefined;
  private seen: Position | undefined;
  private lastMark: LogMark | undefined;
  private parked: ReadonlySet<string> = new Set();
  private saved: PartitionCheckpoint | undefined;
  private handled = 0;
  private handledAtSave = 0;

  constructor(
    readonly partition: TopicPartition,
    private readonly settings: Settings,
  ) {}

  /** Aborted when the partition is lost. */
  get signal(): AbortSignal {
    return this.losing.signal;
  }

  /** Whether the place of the group has been read. */
  get isReady(): boolean {
    return this.checkpoint !== undefined;
  }

  /** Resolves when the place of the group has been read. */
  get ready(): Promise<void> {
    return this.beginning.promise;
  }

  get undone(): number {
    return this.checkpoint?.undone ?? 0;
  }

  begin({ place, parked }: PartitionState): void {
    this.checkpoint = new ContiguousCheckpoint<PartitionCheckpoint>(place);
    this.seen = place.position;
    this.lastMark = place.mark;
    this.saved = place;
    this.parked = parked;
    this.beginning.resolve();
  }

  lose(): void {
    this.losing.abort();
  }

  /** The last message that was taken. */
  get mark(): LogMark | undefined {
    return this.lastMark;
  }

  /** Returns the messages of the group among the records, and which of them are not after all that was taken. */
  messagesIn(records: readonly KafkaMessage[]): { message: Message; offset: string; isRepeated: boolean }[] {
    const { seen } = this;
    if (seen === undefined) return [];
    return records.flatMap((record) => {
      const message = this.messageOf(record);
      return message === undefined ? [] : [{ message, offset: record.offset, isRepeated: message.position <= seen }];
    });
  }

  /** Takes what was seen until now as another log's: nothing that comes is a repetition of it. */
  forgetSeen(): void {
    this.seen = START;
    this.lastMark = undefined;
  }

  /** @param foreign offsets of messages that are not in the log: they are passed by */
  accept(records: readonly KafkaMessage[], foreign: ReadonlySet<string> = new Set()): void {
    const [first] = records;
    if (first !== undefined) this.lookForGap(BigInt(first.offset));
    for (const record of records) this.take(record, foreign.has(record.offset));
  }

  /**
   * Returns the place that is to be saved since the last time; with `idle`, also one that moved without messages of
   * ours.
   */
  unsaved(idle: boolean): PartitionCheckpoint | undefined {
    const place = this.checkpoint?.position;
    if (place === undefined || place === this.saved) return undefined;
    return idle || this.handled !== this.handledAtSave ? place : undefined;
  }

  markSaved(place: PartitionCheckpoint): void {
    this.saved = place;
    this.handledAtSave = this.handled;
  }

  private take(record: KafkaMessage, isForeign: boolean): void {
    const { checkpoint, seen } = this;
    if (checkpoint === undefined || seen === undefined) return;
    const next = BigInt(record.offset) + 1n;
    const message = isForeign ? undefined : this.messageOf(record, this.settings.onFault);
    if (message === undefined || message.position <= seen) {
      // Records of other types were not compared with the log: their positions say nothing.
      checkpoint.pass({ position: seen, next, mark: this.lastMark });
      return;
    }
    const { position, id, stream, revision } = message;
    this.seen = position;
    this.lastMark = { id, stream, revision };
    const place = { position, next, mark: this.lastMark };
    if (this.parked.has(id)) checkpoint.pass(place);
    else this.settings.onMessage(message, this, this.whenDone(checkpoint.note(place)));
  }

  /** The message of the group in the record; undefined for one of another type, or that another producer wrote. */
  private messageOf(record: KafkaMessage, onFault: (error: unknown) => void = () => undefined): Message | undefined {
    try {
      return this.settings.types.has(typeOf(record)) ? toMessage(record) : undefined;
    } catch (error) {
      if (!(error instanceof NotAnEventError)) throw error;
      onFault(error);
      return undefined;
    }
  }

  private whenDone(done: () => void): () => void {
    return () => {
      done();
      this.handled += 1;
    };
  }

  /** Reports a gap: the topic may have dropped records that the group had not read yet. */
  private lookForGap(offset: bigint): void {
    const expected = this.checkpoint?.position.next ?? 0n;
    if (this.undone > 0 || expected === 0n || offset <= expected) return;
    const { topic, partition } = this.partition;
    const lost = `${topic}/${partition}: records ${expected} to ${offset - 1n} were removed before they were read`;
    this.settings.onFault(new PlainError(`${lost}; the event store still has them`));
  }
}
