import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  START as STREAM_START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { backoff } from '#libs/platform/async/backoff.js';
import { EventStoreUnavailableError } from '../../event-store.errors.js';
import type { ReadStreamOptions } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { isPassing, toUnavailable } from '../connection/client-faults.js';
import type { LogClient } from '../connection/log-client.js';
import type { LogConnection } from '../connection/log-connection.js';
import { fromPosition } from './log-position.js';
import { positionOf } from './recorded-events.js';
import { CutShortError, SilenceError, StreamItems } from './stream-items.js';

export interface LogReadsSettings {
  /** Milliseconds that a read may be silent. */
  readTimeoutMs: number;
  /**
   * Milliseconds for which a read is tried again that cannot reach the server, or reaches a node that does not lead.
   */
  unreachableMs: number;
}

export interface ForwardsOptions {
  /** Exclusive start. */
  after: Position;
  /** Position at which the server begins, at or behind `after`. */
  begin: Position;
  /** Prefixes of the names of the streams wanted. */
  prefixes: readonly string[];
  limit: number;
  signal: AbortSignal;
}

interface ItemOptions {
  silenceMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Milliseconds for which the server may look through events of others without a word. Whether it is there at all the
 * heartbeat of the connection says.
 */
const walkMs = 60 * 60 * 1_000;

/** All reads ask the leader: another node may lack what was just acknowledged. */
const requiresLeader = true;

/**
 * Reads of the server as they are, without telling our events from others. All reject with
 * EventStoreUnavailableError.
 */
export class LogReads {
  /** Number of reads that broke, or found the log shorter than before: it may have been restored since. */
  breaks = 0;
  private furthest: Position = START;

  constructor(
    private readonly connection: LogConnection,
    private readonly settings: LogReadsSettings,
  ) {}

  /** Reads a stream, and resumes by itself where the connection breaks. */
  async *stream(
    name: string,
    { direction, from, limit = Number.POSITIVE_INFINITY }: ReadStreamOptions,
  ): AsyncGenerator<ResolvedEvent, void, undefined> {
    const forwards = direction !== 'backwards';
    let next = from;
    let left = limit;
    let failures = 0;
    while (left > 0 && (next === undefined || next >= 0)) {
      const open = (client: LogClient) =>
        client.readStream(name, {
          direction: forwards ? FORWARDS : BACKWARDS,
          fromRevision: next === undefined ? (forwards ? STREAM_START : END) : BigInt(next),
          ...(Number.isFinite(left) ? { maxCount: left } : {}),
          requiresLeader,
        });
      try {
        for await (const read of this.items<ResolvedEvent>(open)) {
          failures = 0;
          left -= 1;
          const revision = Number(read.event?.revision ?? 0);
          next = forwards ? revision + 1 : revision - 1;
          yield read;
        }
        return;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return;
        await this.pauseOrThrow(error, failures);
        failures += 1;
      }
    }
  }

  /**
   * Reads events of these streams behind a position, until `take` returns false; returns whether it did not. The server
   * may look through any number of other events before the first: such a read is silent for as long as it lasts.
   */
  async forwards(
    { after, begin, prefixes, limit, signal }: ForwardsOptions,
    take: (event: AllStreamResolvedEvent) => boolean,
  ): Promise<boolean> {
    const range = { direction: FORWARDS, streamPrefixes: prefixes, maxCount: limit + 1 } as const;
    let reached = after;
    let left = limit;
    for (let failures = 0; ; failures += 1) {
      // A read begins at its position, not behind it.
      const start = fromPosition(reached > begin ? reached : begin);
      const open = (client: LogClient) => client.readFiltered({ ...range, fromPosition: start, maxCount: left + 1 });
      try {
        for await (const event of this.items(open, { silenceMs: walkMs, signal })) {
          const position = positionOf(event);
          if (position <= reached) continue;
          failures = 0;
          reached = position;
          left -= 1;
          if (!take(event)) return false;
          if (left === 0) return true;
        }
        return true;
      } catch (error) {
        if (signal.aborted) throw new EventStoreUnavailableError('The read of the log was ended');
        await this.pauseOrThrow(error, failures);
      }
    }
  }

  /** Returns the position of the newest event of these streams; it may be silent as `forwards` may. */
  async lastOf(prefixes: readonly string[]): Promise<Position | undefined> {
    const options = { direction: BACKWARDS, fromPosition: END, streamPrefixes: prefixes, maxCount: 1 } as const;
    const [last] = await this.collect((client) => client.readFiltered(options), walkMs);
    return last && positionOf(last);
  }

  /** Returns the position of the newest event of any kind. */
  async end(): Promise<Position> {
    const before = this.furthest;
    const [last] = await this.collect((client) =>
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader }),
    );
    const end = last === undefined ? START : positionOf(last);
    if (end < before) {
      this.breaks += 1; // a log that was restored
      this.furthest = end;
    } else if (end > this.furthest) this.furthest = end;
    return end;
  }

  /** Returns the newest event of a stream. It is asked for once, and failing breaks nothing of what is known of the log. */
  newestOf(name: string): Promise<ResolvedEvent | undefined> {
    return this.once((client) =>
      client.readStream(name, { direction: BACKWARDS, fromRevision: END, maxCount: 1, requiresLeader }),
    );
  }

  /** Returns the event at exactly this position, undefined where there is none. It is asked for as `newestOf` is. */
  async at(position: Position): Promise<AllStreamResolvedEvent | undefined> {
    const begin = fromPosition(position);
    const read = await this.once((client) =>
      client.readAll({ direction: FORWARDS, fromPosition: begin, maxCount: 1, requiresLeader }),
    );
    return read !== undefined && positionOf(read) === position ? read : undefined;
  }

  private async once<Event>(open: (client: LogClient) => StreamingRead<Event>): Promise<Event | undefined> {
    for await (const read of this.items(open)) return read;
    return undefined;
  }

  private async collect<Event>(
    open: (client: LogClient) => StreamingRead<Event>,
    silenceMs?: number,
  ): Promise<Event[]> {
    for (let failures = 0; ; failures += 1) {
      const events: Event[] = [];
      try {
        for await (const event of this.items(open, { silenceMs })) events.push(event);
        return events;
      } catch (error) {
        await this.pauseOrThrow(error, failures);
      }
    }
  }

  private async *items<Event>(
    open: (client: LogClient) => StreamingRead<Event>,
    { silenceMs = this.settings.readTimeoutMs, signal }: ItemOptions = {},
  ): AsyncGenerator<Event, void, undefined> {
    const { client } = this.connection;
    const read = open(client);
    const items = new StreamItems<Event>(read, () => read.cancel());
    signal?.addEventListener('abort', items.cut);
    try {
      for (;;) {
        const event = await items.next(silenceMs);
        // The calls of a client that was given up look as if they had been answered in full.
        if (event === undefined && client.isClosed) throw new CutShortError();
        if (event === undefined) return;
        this.connection.heard(client);
        yield event;
      }
    } catch (error) {
      if (error instanceof SilenceError) this.connection.giveUp(client);
      throw error;
    } finally {
      signal?.removeEventListener('abort', items.cut);
      items.close();
    }
  }

  /** Pauses before the next try; throws after three or four failures in a row. */
  private async pauseOrThrow(error: unknown, failures: number): Promise<void> {
    this.breaks += 1;
    const wait = backoff(failures);
    if (!isPassing(error) || wait > this.settings.unreachableMs / 2) throw toUnavailable(error);
    await sleep(wait);
  }
}
