import type { Pool } from 'pg';
import type { Cause } from '#libs/platform/telemetry/cause.js';
import type { ParkedMessage } from './message-bus.port.js';

interface ParkedRow {
  group_name: string;
  event_id: string;
  stream: string;
  type: string;
  position: string;
  reason: string;
  cause: Cause | null;
  attempts: number;
  parked_at: Date;
}

export const readParked = async (pool: Pool, group: string | undefined): Promise<ParkedMessage[]> => {
  const { rows } = await pool.query<ParkedRow>(
    `select group_name, event_id, stream, type, position, reason, cause, attempts, parked_at
       from message_bus.parked_message
     where $1::text is null or group_name = $1 order by group_name, position`,
    [group ?? null],
  );
  return rows.map((row) => ({
    group: row.group_name,
    eventId: row.event_id,
    stream: row.stream,
    type: row.type,
    position: row.position,
    reason: row.reason,
    cause: row.cause ?? undefined,
    attempts: row.attempts,
    parkedAt: row.parked_at.toISOString(),
  }));
};

/** Asks the running consumer, in whatever process, to try again. Returns the number of messages. */
export const requestRetry = async (pool: Pool, group: string, eventId: string | undefined): Promise<number> => {
  const { rowCount } = await pool.query(
    `update message_bus.parked_message set retry_requested = true
     where group_name = $1 and ($2::text is null or event_id::text = lower($2))`,
    [group, eventId ?? null],
  );
  return rowCount ?? 0;
};
