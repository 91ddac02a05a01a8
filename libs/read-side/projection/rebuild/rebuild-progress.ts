import type { Pool } from 'pg';
import type { Position } from '#libs/ports/event-store/position.js';
import { logFraction } from '../progress/log-fraction.js';

export interface RebuildReport {
  eventsDone: number;
  /** Total of events, estimated from the fraction of the log that is done. */
  eventsTotal: number;
  eventsPerSecond: number;
  /** Seconds left of reading the log; indexes and the comparison come after it. */
  secondsLeft: number;
}

const storeEveryMs = 1_000;

/** Reports the progress of a rebuild: to the caller page by page, to other processes once a second. */
export class RebuildProgress {
  private readonly started = performance.now();
  private stored = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly projection: string,
    private readonly now: () => Date,
    private readonly onProgress: ((report: RebuildReport) => void) | undefined,
  ) {}

  async tell(events: number, position: Position, head: Position): Promise<void> {
    const fraction = logFraction(position, head);
    const seconds = (performance.now() - this.started) / 1_000;
    const eventsTotal = fraction === 0 ? events : Math.round(events / fraction);
    const eventsPerSecond = events / Math.max(seconds, 0.001);
    const secondsLeft = events === 0 ? 0 : (eventsTotal - events) / eventsPerSecond;
    this.onProgress?.({ eventsDone: events, eventsTotal, eventsPerSecond, secondsLeft });
    if (performance.now() - this.stored < storeEveryMs) return;
    this.stored = performance.now();
    await this.store(fraction);
  }

  /** Stores the progress, which shows that the rebuild still runs. */
  async store(fraction: number): Promise<void> {
    await this.pool.query(
      `insert into projection.rebuild values ($1, $2, $3)
       on conflict (projection) do update set fraction = excluded.fraction, updated_at = excluded.updated_at`,
      [this.projection, fraction, this.now()],
    );
  }

  async end(): Promise<void> {
    await this.pool.query('delete from projection.rebuild where projection = $1', [this.projection]);
  }
}
