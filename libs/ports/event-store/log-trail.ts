import type { Pool } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { EventPage, EventStore, RecordedEvent, SubscribeOptions } from './event-store.port.js';
import { isInLog, type LogMark } from './log-mark.js';
import { areOfOneEngine, isAtOrAfter, type Position, START } from './position.js';

/** The log does not hold what a reader has passed: it was restored to an earlier time, or is another one. */
export class LogReplacedError extends PlainError {
  override readonly name = 'LogReplacedError';

  constructor(
    readonly reader: string,
    /** The place of the reader. */
    readonly position: Position,
    /** The position up to which the log is known to be the one that the reader has passed. */
    readonly soundTo: Position,
  ) {
    super(
      `${reader} has passed events that the event log does not hold: was it restored? See "transledger-admin log adopt"`,
    );
  }
}

/** The facts of the error that are reported. */
export const placesOf = ({ reader, position, soundTo }: LogReplacedError): WentBack => ({ reader, position, soundTo });

/** Where and when an event was that was noted. */
export interface NotedEvent {
  position: Position;
  recordedAt: Date;
}

type Mark = LogMark & NotedEvent;

/** Returns the place itself, or the one to go back to. */
export type SoundPlace = (position: Position) => Promise<Position>;

/** A reader that was set back. */
export interface WentBack {
  reader: string;
  /** The place that it had. */
  position: Position;
  /** The last position that counts of what it had passed. */
  soundTo: Position;
}

const noteEveryMs = 10_000;

const columns = 'position, event_id as id, stream, revision::int as revision, recorded_at as "recordedAt"';

/**
 * Events of the log, noted in the database now and then, by which its readers find out whether the log still is the one
 * that they have read. Positions alone do not tell: a log that was restored gives them out again.
 */
export class LogTrail {
  private notedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly eventStore: Pick<EventStore, 'head' | 'readStream'>,
  ) {}

  /** The pages of a subscription, from which events are noted. */
  async *following(
    log: Pick<EventStore, 'subscribeToAll'>,
    options: SubscribeOptions,
  ): AsyncGenerator<EventPage, void, undefined> {
    for await (const page of log.subscribeToAll(options)) {
      const last = page.events.at(-1);
      if (last !== undefined && performance.now() - this.notedAt >= noteEveryMs) {
        this.notedAt = performance.now();
        // The next one is noted in its place if this one cannot be.
        await this.note(last).catch(() => undefined);
      }
      yield page;
    }
  }

  /**
   * Notes the event, unless another was noted a moment ago. Of marks older than a day one an hour stays. Nothing is noted
   * of a log that lost the newest mark, until it is adopted: a later mark would hide the loss from who asks for the nearest.
   */
  async note({ position, id, stream, revision, recordedAt }: RecordedEvent): Promise<void> {
    if ((await this.newestLost()) !== undefined) return;
    await this.pool.query(
      `insert into event_store.mark (position, event_id, stream, revision, recorded_at)
       select $1, $2, $3, $4, $5
       where not exists (select from event_store.mark where noted_at > now() - interval '${noteEveryMs} milliseconds')
       on conflict (position) do nothing`,
      [position, id, stream, revision, recordedAt],
    );
    await this.pool.query(
      `delete from event_store.mark old where noted_at < now() - interval '1 day' and exists (
         select from event_store.mark where noted_at > old.noted_at and noted_at < old.noted_at + interval '1 hour')`,
    );
  }

  /** The position of the newest event noted, where the log does not hold it. */
  async newestLost(): Promise<Position | undefined> {
    const [newest] = await this.marks('order by position desc limit 1', []);
    return newest === undefined || (await isInLog(this.eventStore, newest)) ? undefined : newest.position;
  }

  /**
   * The position itself when the log holds what was passed up to it, as far as events were noted; otherwise one before
   * it, from which everything is to be read again. No place of another engine's log is sound.
   */
  async soundTo(position: Position): Promise<Position> {
    if (position === START) return START;
    const head = await this.eventStore.head();
    if (!areOfOneEngine(head, position)) return START;
    const isThere = isAtOrAfter(head, position);
    const [nearest] = await this.marks('where position <= $1 order by position desc limit 1', [position]);
    if (isThere && (nearest === undefined || (await isInLog(this.eventStore, nearest)))) return position;
    return (await this.partWays(await this.marks('where position <= $1 order by position desc', [position]))).soundTo;
  }

  /** @throws LogReplacedError */
  async assertSound(reader: string, position: Position): Promise<void> {
    const soundTo = await this.soundTo(position);
    if (soundTo !== position) throw new LogReplacedError(reader, position, soundTo);
  }

  /** The newest event noted, and the newest of those from before any that the log lost. */
  async noted(): Promise<{ newest: NotedEvent | undefined; held: NotedEvent | undefined }> {
    const marks = await this.marks('order by position desc', []);
    const { soundTo } = await this.partWays(marks);
    return { newest: marks[0], held: marks.find(({ position }) => position === soundTo) };
  }

  /** Removes the marks that the log does not hold. */
  async forgetLost(): Promise<void> {
    const { lost } = await this.partWays(await this.marks('order by position desc', []));
    await this.pool.query('delete from event_store.mark where position = any($1)', [lost]);
  }

  /**
   * Where readers are to go back to; with a time, every reader goes back to the newest event noted that was written
   * before it.
   */
  async soundPlaces(since: Date | undefined): Promise<SoundPlace> {
    if (since === undefined) return (position) => this.soundTo(position);
    const marks = await this.marks('where recorded_at < $1 order by position desc', [since]);
    const { soundTo: before } = await this.partWays(marks);
    return async (position) => {
      const soundTo = await this.soundTo(position);
      return isAtOrAfter(soundTo, before) ? before : soundTo;
    };
  }

  /**
   * The newest mark that the log holds and that was written before any that it lost: a later one may lie behind the
   * place where the histories part.
   */
  private async partWays(newestFirst: readonly Mark[]): Promise<{ soundTo: Position; lost: Position[] }> {
    const lost: Position[] = [];
    let lostSince = Number.POSITIVE_INFINITY;
    for (const mark of newestFirst) {
      if (!(await isInLog(this.eventStore, mark))) {
        lost.push(mark.position);
        lostSince = Math.min(lostSince, mark.recordedAt.getTime());
      } else if (mark.recordedAt.getTime() <= lostSince) return { soundTo: mark.position, lost };
    }
    return { soundTo: START, lost };
  }

  private async marks(where: string, values: unknown[]): Promise<Mark[]> {
    const { rows } = await this.pool.query<Mark>(`select ${columns} from event_store.mark ${where}`, values);
    return rows;
  }
}
