import type { Pool } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { Message } from '../message-bus.port.js';
import type { ParkedFailure, Parking } from '../message-task.js';

/** Another process holds the group now: this one must not write any more. */
export class GroupTakenOverError extends PlainError {
  override readonly name = 'GroupTakenOverError';
}

export interface TakenOver {
  /** Position of the group's checkpoint. */
  position: Position;
  /** Ids of messages after the position that are parked already. */
  parked: Set<string>;
}

export interface RetryRequest {
  eventId: string;
  stream: string;
  revision: number;
  attempts: number;
}

const retriesAtATime = 100;

/** The rows of one consumer group, which refuse every write of a holder whose fencing token is not the newest. */
export class GroupRows implements Parking {
  constructor(
    private readonly pool: Pool,
    private readonly group: string,
    private readonly fencingToken: bigint,
  ) {}

  async takeOver(types: readonly string[]): Promise<TakenOver> {
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
    const parked = await this.pool.query<{ event_id: string }>(
      'select event_id from message_bus.parked_message where group_name = $1 and position > $2',
      [this.group, row.position],
    );
    return { position: row.position, parked: new Set(parked.rows.map(({ event_id }) => event_id)) };
  }

  /** Goes back to an earlier position. */
  async goBack(position: Position): Promise<void> {
    const { rowCount } = await this.pool.query(
      'update message_bus.consumer_group set position = $2, updated_at = now() where name = $1 and fencing_token = $3',
      [this.group, position, this.fencingToken],
    );
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  async saveCheckpoint(position: Position): Promise<void> {
    const { rowCount } = await this.pool.query({
      name: 'group_save',
      text: `update message_bus.consumer_group set position = $2, updated_at = now()
       where name = $1 and fencing_token = $3 and position <= $2`,
      values: [this.group, position, this.fencingToken],
    });
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  /**
   * Parks the message. `for share`: a process that takes the group over waits for this, or this finds the group
   * taken.
   */
  async park(message: Message, { reason, cause, attempts }: ParkedFailure): Promise<void> {
    const { id, stream, revision, type, position } = message;
    const { rowCount } = await this.pool.query(
      `insert into message_bus.parked_message
         (group_name, event_id, stream, revision, type, position, reason, cause, attempts)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9
         from (select from message_bus.consumer_group where name = $1 and fencing_token = $10 for share) held
       on conflict (group_name, event_id)
         do update set reason = excluded.reason, cause = excluded.cause, attempts = excluded.attempts,
           parked_at = now(), retry_requested = false`,
      [this.group, id, stream, revision, type, position, reason, cause, attempts, this.fencingToken],
    );
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  async unpark({ id }: Pick<Message, 'id'>): Promise<void> {
    const { rowCount } = await this.pool.query(
      `with held as (select from message_bus.consumer_group where name = $1 and fencing_token = $3 for share),
            unparked as (delete from message_bus.parked_message using held where group_name = $1 and event_id = $2)
       select from held`,
      [this.group, id, this.fencingToken],
    );
    if (rowCount === 0) throw new GroupTakenOverError(this.group);
  }

  /** Reads parked messages that are to be tried again. */
  async retryRequests(): Promise<RetryRequest[]> {
    const { rows } = await this.pool.query<{ event_id: string; stream: string; revision: string; attempts: number }>({
      name: 'group_retries',
      text: `select event_id, stream, revision, attempts from message_bus.parked_message
       where group_name = $1 and retry_requested order by position limit ${retriesAtATime}`,
      values: [this.group],
    });
    return rows.map(({ event_id, revision, ...row }) => ({ ...row, eventId: event_id, revision: Number(revision) }));
  }
}
