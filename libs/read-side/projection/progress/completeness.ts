import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';
import type { ProjectionProgress } from './projection-progress.js';

interface Settings {
  pool: Pick<Pool, 'query'>;
  eventStore: Pick<EventStore, 'head' | 'readAll'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  /** Called for each answer that is not complete. */
  onLagging?: (projection: string) => void;
}

interface Applied {
  position: Position;
  is_held: boolean;
}

const appliedTo = `
  select coalesce(held.applied_to, stored.position, $3) as position, held.lane is not null as is_held
    from (select $1::text as name) as asked
    left join projection.checkpoint stored using (name)
    left join projection.held_lane held on held.projection = asked.name and held.lane = $2`;

/** Milliseconds in which the log is walked for an event that is missing. */
const walkMs = 1_000;

/** Says of a read model whether it is complete, so that one that stands still is not quietly old. */
export class ReadModelCompleteness {
  constructor(private readonly settings: Settings) {}

  /**
   * Waits until the projection has passed the head of the log as it is now, as long as a reader waits for its own writes,
   * and says whether the log is known, or feared, to hold events that are not in the rows of a lane.
   */
  async isLagging(projection: RunnableProjection, lane: string): Promise<boolean> {
    const { eventStore, progress, onLagging } = this.settings;
    const head = await eventStore.head().catch(() => undefined);
    const hasPassed = head !== undefined && (await progress.waitFor([projection.name], head));
    const applied = await this.applied(projection.name, lane);
    if (hasPassed && !applied.is_held) return false;
    if (head !== undefined && (await this.hasAll(projection, applied.position))) return false;
    onLagging?.(projection.name);
    return true;
  }

  private async applied(projection: string, lane: string): Promise<Applied> {
    const { rows } = await this.settings.pool.query<Applied>(appliedTo, [projection, lane, START]);
    return rows[0] ?? { position: START, is_held: false };
  }

  /**
   * Whether the log has no event behind the position that the projection applies; false where the log does not answer, or
   * holds too many events of others to say so in time.
   */
  private async hasAll(projection: RunnableProjection, position: Position): Promise<boolean> {
    const types = eventTypesOf(projection);
    const until = performance.now() + walkMs;
    for (let after = position; performance.now() < until; ) {
      const page = await this.settings.eventStore.readAll({ after, types, limit: 1 }).catch(() => undefined);
      if (page === undefined || page.events.length > 0) return false;
      if (page.atEnd) return true;
      after = page.position;
    }
    return false;
  }
}
