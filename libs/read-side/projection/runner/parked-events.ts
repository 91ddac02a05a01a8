import type { ClientBase, Pool } from 'pg';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

export interface ParkedEvent {
  event: RecordedEvent;
  lane: string;
  /** Reason of the failure; undefined for an event that waits behind a failed one. */
  reason: string | undefined;
}

export interface ParkedReference {
  position: string;
  stream: string;
  revision: number;
}

export const parkedLanes = async (client: ClientBase | Pool, projection: string): Promise<Set<string>> => {
  const { rows } = await client.query<{ lane: string }>(
    'select distinct lane from projection.parked_event where projection = $1',
    [projection],
  );
  return new Set(rows.map(({ lane }) => lane));
};

export const parkEvents = async (
  client: ClientBase,
  projection: string,
  parked: readonly ParkedEvent[],
  now: Date,
): Promise<void> => {
  if (parked.length === 0) return;
  const rows = parked.map(({ event: { position, id, type, stream, revision }, lane, reason }) => ({
    position,
    lane,
    event_id: id,
    event_type: type,
    stream,
    revision,
    reason: reason ?? null,
    attempts: reason === undefined ? 0 : 1,
  }));
  await client.query(
    `insert into projection.parked_event
       (projection, position, lane, event_id, event_type, stream, revision, reason, attempts, parked_at)
     select $1, r.*, $3 from json_to_recordset($2::json) as r(position text, lane text, event_id uuid,
       event_type text, stream text, revision bigint, reason text, attempts integer)`,
    [projection, JSON.stringify(rows), now],
  );
};

/** Reads the first events of a lane, in the order of the log. */
export const firstParked = async (
  client: ClientBase,
  projection: string,
  lane: string,
  limit: number,
): Promise<ParkedReference[]> => {
  const { rows } = await client.query<{ position: string; stream: string; revision: string }>(
    `select position, stream, revision from projection.parked_event
     where projection = $1 and lane = $2 order by position limit $3`,
    [projection, lane, limit],
  );
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
};

export const unpark = async (client: ClientBase, projection: string, positions: readonly string[]): Promise<void> => {
  await client.query('delete from projection.parked_event where projection = $1 and position = any($2)', [
    projection,
    positions,
  ]);
};

export const noteFailedRetry = async (
  client: ClientBase,
  projection: string,
  position: string,
  reason: string,
): Promise<void> => {
  await client.query(
    `update projection.parked_event set reason = $3, attempts = attempts + 1
     where projection = $1 and position = $2`,
    [projection, position, reason],
  );
};
