import { ANY, jsonEvent } from '@eventstore/db-client';
import type { Position } from '../../position.js';
import type { LogConnection } from '../connection/log-connection.js';
import type { LogReads } from './log-reads.js';

const appendMs = 5_000;

/**
 * A place in a shared log before which nothing of ours lies. Whoever had the server look through the whole log for nothing
 * records it in that log, in a stream beside ours, so that no other process of the installation looks again.
 *
 * A record holds for the log that it names, and for no other: it has position and id of the event at the place, and counts
 * only where that event still stands there. A log is only ever added to, so it then is the same up to there, whatever was
 * restored, replaced or cut off since, and whichever processes recorded at once.
 */
export class RecordedBeginning {
  private readonly stream: string;

  constructor(
    private readonly connection: Pick<LogConnection, 'client'>,
    private readonly reads: Pick<LogReads, 'newestOf' | 'at'>,
    streamPrefix: string,
  ) {
    this.stream = `begins-${streamPrefix}`;
  }

  /** The place, undefined where none is recorded, or none that holds for this log. */
  async find(): Promise<Position | undefined> {
    try {
      const read = await this.reads.newestOf(this.stream);
      if (read?.event === undefined) return undefined;
      const { position, id } = read.event.data as { position: Position; id: string };
      return (await this.idAt(position)) === id ? position : undefined;
    } catch {
      return undefined; // nothing is recorded, or it cannot be read: the log is looked through as the first time
    }
  }

  /** The id of the event at a place; undefined where none stands there, or it cannot be read. */
  async idAt(position: Position): Promise<string | undefined> {
    try {
      return (await this.reads.at(position))?.event?.id;
    } catch {
      return undefined;
    }
  }

  /** Records a place before which nothing of ours lies, and the id that the event there had before the log was looked through. */
  async record(position: Position, id: string): Promise<void> {
    const event = jsonEvent({ type: 'InstallationBegins', data: { position, id } });
    try {
      await this.connection.client.appendToStream(this.stream, event, { expectedRevision: ANY, deadline: appendMs });
    } catch {
      // Only time is lost: the next process looks through the log itself.
    }
  }
}
