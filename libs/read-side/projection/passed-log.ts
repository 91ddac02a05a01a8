import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail, type WentBack } from '#libs/ports/event-store/log-trail.js';
import type { Position } from '#libs/ports/event-store/position.js';

/**
 * Tells whether the log still is the one that the read models were made from, before anything is removed on the word of
 * either: a log that was restored to an earlier time lacks what was written since, and its positions do not show it.
 */
export class PassedLog {
  private readonly trail: LogTrail;

  constructor(
    private readonly pool: Pool,
    eventStore: Pick<EventStore, 'head' | 'readStream'>,
  ) {
    this.trail = new LogTrail(pool, eventStore);
  }

  /**
   * The first read model, of those named or of all, that has passed what the log does not hold, or the newest event that any
   * reader has noted (`mark`); undefined where the log holds all of it.
   */
  async replaced(names?: readonly string[]): Promise<WentBack | undefined> {
    const { rows } = await this.pool.query<{ name: string; position: Position }>(
      `select min(name) as name, position from projection.checkpoint
        where $1::text[] is null or name = any($1)
        group by position order by position desc`,
      [names ?? null],
    );
    for (const { name, position } of rows) {
      const soundTo = await this.trail.soundTo(position);
      if (soundTo !== position) return { reader: `projection:${name}`, position, soundTo };
    }
    const lost = await this.trail.newestLost();
    return lost === undefined ? undefined : { reader: 'mark', position: lost, soundTo: await this.trail.soundTo(lost) };
  }
}
