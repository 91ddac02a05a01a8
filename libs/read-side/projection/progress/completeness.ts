import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';
import type { ProjectionProgress } from './projection-progress.js';

/** How far a list is complete. */
export interface Completeness {
  /** Position of the log up to which it has every event. */
  position: Position;
  /** RFC 3339: every event recorded before this time is in it. */
  timestamp: string;
  /** Whether the log is known, or feared, to hold events that are not in it. */
  lagging: boolean;
}

interface Settings {
  pool: Pick<Pool, 'query'>;
  eventStore: Pick<EventStore, 'head' | 'readAll'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  /** Called for each answer that is not complete. */
  onLagging?: (projection: string) => void;
  now?: () => Date;
}

interface Applied {
  position: Position;
  updated_at: Date | null;
  is_held: boolean;
}

const appliedTo = `
  select coalesce(held.applied_to, stored.position, $3) as position, stored.updated_at,
         held.lane is not null as is_held
    from (select $1::text as name) as asked
    left join projection.checkpoint stored using (name)
    left join projection.held_lane held on held.projection = asked.name and held.lane = $2`;

/** Says of a read model how far it is complete, so that one that stands still is not quietly old. */
export class ReadModelCompleteness {
  constructor(private readonly settings: Settings) {}

  /**
   * Waits until the projection has passed the head of the log as it is now, as long as a reader waits for its own writes,
   * and says how far the rows of a lane are then complete at the least. Rows read afterwards may have more.
   */
  async of(projection: RunnableProjection, lane: string): Promise<Completeness> {
    const { eventStore, progress, onLagging, now = () => new Date() } = this.settings;
    const askedAt = now().toISOString();
    const head = await eventStore.head().catch(() => undefined);
    const hasPassed = head !== undefined && (await progress.waitFor([projection.name], head));
    const applied = await this.applied(projection.name, lane);
    const complete = { position: head ?? applied.position, timestamp: askedAt, lagging: false };
    if (hasPassed && !applied.is_held) return complete;
    const missing = head === undefined ? undefined : await this.firstAfter(projection, applied.position);
    if (missing === null) return complete;
    onLagging?.(projection.name);
    const timestamp = missing ?? applied.updated_at?.toISOString() ?? new Date(0).toISOString();
    return { position: applied.position, timestamp, lagging: true };
  }

  private async applied(projection: string, lane: string): Promise<Applied> {
    const { rows } = await this.settings.pool.query<Applied>(appliedTo, [projection, lane, START]);
    return rows[0] ?? { position: START, updated_at: null, is_held: false };
  }

  /** Time of the first event that is not applied; null where there is none, undefined where the log does not answer. */
  private async firstAfter(projection: RunnableProjection, position: Position): Promise<string | null | undefined> {
    const types = eventTypesOf(projection);
    for (let after = position; ; ) {
      const page = await this.settings.eventStore.readAll({ after, types, limit: 1 }).catch(() => undefined);
      if (page === undefined) return undefined;
      const [event] = page.events;
      if (event !== undefined) return event.recordedAt;
      if (page.atEnd) return null;
      after = page.position;
    }
  }
}
