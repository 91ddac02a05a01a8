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

/** All reads ask the leader: another node may lack what was just acknowledged. */
const requiresLeader = true;

/**
 * Reads of the server as they are, without telling our events from others. All reject with
 * EventStoreUnavailableError.
 */
export class LogReads {
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

  /** Reads everything in the log behind the position, in one run without a gap: at most `limit` events. */
  async behind(position: Position, limit: number): Promise<AllStreamResolvedEvent[]> {
    const start = fromPosition(position);
    const read = await this.collect((client) =>
      // A read begins at its position, not behind it.
      client.readAll({ fromPosition: start, maxCount: limit + 1, requiresLeader }),
    );
    return read.filter((event) => positionOf(event) > position).slice(0, limit);
  }

  /** Returns the position of the newest event of any kind. */
  async end(): Promise<Position> {
    const [last] = await this.collect((client) =>
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader }),
    );
    return last === undefined ? START : positionOf(last);
  }

  private async collect<Event>(open: (client: LogClient) => StreamingRead<Event>): Promise<Event[]> {
    for (let failures = 0; ; failures += 1) {
      const events: Event[] = [];
      try {
        for await (const event of this.items(open)) events.push(event);
        return events;
      } catch (error) {
        await this.pauseOrThrow(error, failures);
      }
    }
  }

  private async *items<Event>(
    open: (client: LogClient) => StreamingRead<Event>,
  ): AsyncGenerator<Event, void, undefined> {
    const { client } = this.connection;
    const read = open(client);
    const items = new StreamItems<Event>(read, () => read.cancel());
    try {
      for (;;) {
        const event = await items.next(this.settings.readTimeoutMs);
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
      items.close();
    }
  }

  /** Pauses before the next try; throws after three or four failures in a row. */
  private async pauseOrThrow(error: unknown, failures: number): Promise<void> {
    const wait = backoff(failures);
    if (!isPassing(error) || wait > this.settings.unreachableMs / 2) throw toUnavailable(error);
    await sleep(wait);
  }
}
