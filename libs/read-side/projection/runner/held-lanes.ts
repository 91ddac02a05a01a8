import type { ClientBase, Pool } from 'pg';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';

/**
 * Limit of the lanes that a projection holds back; beyond it the projection halts. A fault in so many organizations is
 * one of the release, and each batch beside held lanes costs a transaction of several steps.
 */
export const maxHeldLanes = 100;

/** A lane of which nothing is applied from a failed event on. The log has the events; only the place is kept. */
export interface HeldLane {
  lane: string;
  /** Position up to which everything of the lane is applied. */
  appliedTo: Position;
  /** The event that failed. */
  eventId: string;
  eventType: string;
  position: Position;
  reason: string;
  attempts: number;
  heldAt: Date;
}

export type HoldRequest = Pick<HeldLane, 'lane' | 'appliedTo' | 'reason'> & {
  event: Pick<RecordedEvent, 'id' | 'type' | 'position'>;
};

const columns = `lane, applied_to as "appliedTo", event_id as "eventId", event_type as "eventType", position, reason,
  attempts, held_at as "heldAt"`;

export const heldLanes = async (client: ClientBase | Pool, projection: string): Promise<HeldLane[]> => {
  const { rows } = await client.query<HeldLane>(
    `select ${columns} from projection.held_lane where projection = $1 order by held_at, lane`,
    [projection],
  );
  return rows;
};

/** The names of the lanes that are held back, by projection. */
export const heldLaneNames = async (
  client: ClientBase | Pool,
  projections: readonly string[],
): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ projection: string; lanes: string[] }>(
    `select projection, array_agg(lane order by lane) as lanes from projection.held_lane
     where projection = any($1) group by projection`,
    [projections],
  );
  return new Map(rows.map(({ projection, lanes }) => [projection, lanes]));
};

export const heldLane = async (client: ClientBase, projection: string, lane: string): Promise<HeldLane | undefined> => {
  const { rows } = await client.query<HeldLane>(
    `select ${columns} from projection.held_lane where projection = $1 and lane = $2`,
    [projection, lane],
  );
  return rows[0];
};

/** Holds a lane back or, where it is held already, notes where and why it failed again. */
export const holdLane = async (
  client: ClientBase,
  projection: string,
  { lane, appliedTo, reason, event }: HoldRequest,
  now: Date,
): Promise<void> => {
  await client.query(
    `insert into projection.held_lane as held
       (projection, lane, applied_to, event_id, event_type, position, reason, attempts, held_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8)
     on conflict (projection, lane) do update set applied_to = excluded.applied_to, event_id = excluded.event_id,
       event_type = excluded.event_type, position = excluded.position, reason = excluded.reason,
       attempts = case when held.event_id = excluded.event_id then held.attempts + 1 else 1 end`,
    [projection, lane, appliedTo, event.id, event.type, event.position, reason, now],
  );
};

/** Notes how far a held lane has caught up. */
export const advanceHeldLane = async (
  client: ClientBase,
  projection: string,
  lane: string,
  appliedTo: Position,
): Promise<void> => {
  await client.query('update projection.held_lane set applied_to = $3 where projection = $1 and lane = $2', [
    projection,
    lane,
    appliedTo,
  ]);
};

export const releaseLane = async (client: ClientBase, projection: string, lane: string): Promise<void> => {
  await client.query('delete from projection.held_lane where projection = $1 and lane = $2', [projection, lane]);
};
