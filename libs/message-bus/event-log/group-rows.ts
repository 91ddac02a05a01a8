import type { Pool } from 'pg';
import { type Position, START } from '#libs/event-store/position.js';
import type { Message, ParkedMessage } from '../message-bus.port.js';

/** Another process holds the group now: this one must write nothing more. */
export class GroupTakenOverError extends Error {
  override readonly name = 'GroupTakenOverError';
}

export interface ParkedRow {
  event_id: string;
  stream: string;
  revision: string;
  attempts: number;
}

const longestReason = 500;

/** The rows of one consumer group; every write is refused to a holder whose fencing token is not the newest. */
export class GroupRows {
  constructor(
    private readonly pool: Pool,
    private readonly group: string,
    private readonly fencingToken: bigint,
  ) {}

  /** Takes the group over and answers where it was. */
  async takeOver(types: readonly string[]): Promise<Position> {
    const { rows } = await this.pool.query<{ position: Position }>(
      `insert into message_bus.consumer_group as held (name, position, fencing_token, types)
       values ($1, $2, $3, $4)
       on conflict (name) do update set fencing_token = excluded.fencing_token, types = excluded.types
         where held.fencing_token <= excluded.fencing_token
       returning position`,
      [this.group, START, this.fencingToken, types],
    );
    const [row] = rows;
    if (row === undefined) throw new GroupTakenOverError(this.group);
    return row.position;
  }

  async saveCheckpoint(position: Position): Promise<void> {
    const { rowCount } = await this.pool.query(
      `update message_bus.consumer_group set position = $2, updated_at = now()
       where name = $1 and fencing_token = $3 and position <= $2`,
      [this.group, position, this.fencingToken],
    );
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  async park(message: Message, reason: string, attempts: number): Promise<void> {
    const { rowCount } = await this.pool.query(
      `insert into message_bus.parked_message
         (group_name, event_id, stream, revision, type, position, reason, attempts)
       select $1, $2, $3, $4, $5, $6, $7, $8
         from message_bus.consumer_group where name = $1 and fencing_token = $9
       on conflict (group_name, event_id)
         do update set reason = excluded.reason, attempts = excluded.attempts, parked_at = now(), retry_requested = false`,
      [
        this.group,
        message.id,
        message.stream,
        message.revision,
        message.type,
        message.position,
        reason.slice(0, longestReason),
        attempts,
        this.fencingToken,
      ],
    );
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  async unpark(eventId: string): Promise<void> {
    await this.pool.query('delete from message_bus.parked_message where group_name = $1 and event_id = $2', [
      this.group,
      eventId,
    ]);
  }

  /** Parked messages that were asked to be tried again. */
  async retryRequested(): Promise<ParkedRow[]> {
    const { rows } = await this.pool.query<ParkedRow>(
      `select event_id, stream, revision, attempts from message_bus.parked_message
       where group_name = $1 and retry_requested order by position limit 100`,
      [this.group],
    );
    return rows;
  }
}

interface ParkedView {
  group_name: string;
  event_id: string;
  stream: string;
  type: string;
  position: string;
  reason: string;
  attempts: number;
  parked_at: Date;
}

export const readParked = async (pool: Pool, group: string | undefined): Promise<ParkedMessage[]> => {
  const { rows } = await pool.query<ParkedView>(
    `select group_name, event_id, stream, type, position, reason, attempts, parked_at from message_bus.parked_message
     where $1::text is null or group_name = $1 order by position`,
    [group ?? null],
  );
  return rows.map((row) => ({
    group: row.group_name,
    eventId: row.event_id,
    stream: row.stream,
    type: row.type,
    position: row.position,
    reason: row.reason,
    attempts: row.attempts,
    parkedAt: row.parked_at.toISOString(),
  }));
};

/** Asks the running consumer, in whatever process, to try again. Answers how many messages. */
export const requestRetry = async (pool: Pool, group: string, eventId: string | undefined): Promise<number> => {
  const { rowCount } = await pool.query(
    `update message_bus.parked_message set retry_requested = true
     where group_name = $1 and ($2::uuid is null or event_id = $2)`,
    [group, eventId ?? null],
  );
  return rowCount ?? 0;
};
