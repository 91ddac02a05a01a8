import type { Pool } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { type Position, START } from '#libs/ports/event-store/position.js';

/** Another process relays now: this one must not publish or write any more. */
export class RelayTakenOverError extends PlainError {
  override readonly name = 'RelayTakenOverError';
}

/** The position up to which the log is published, stored by the prefix of the topics' names. */
export class RelayCheckpoint {
  constructor(
    private readonly pool: Pool,
    private readonly name: string,
  ) {}

  async read(): Promise<Position> {
    const { rows } = await this.pool.query<{ position: Position }>(
      'select position from message_bus.kafka_relay where name = $1',
      [this.name],
    );
    return rows[0]?.position ?? START;
  }

  async takeOver(fencingToken: bigint): Promise<Position> {
    const { rows } = await this.pool.query<{ position: Position }>(
      `insert into message_bus.kafka_relay as held (name, position, fencing_token) values ($1, $2, $3)
       on conflict (name) do update set fencing_token = excluded.fencing_token
         where held.fencing_token <= excluded.fencing_token
       returning position`,
      [this.name, START, fencingToken],
    );
    const [row] = rows;
    if (row === undefined) throw new RelayTakenOverError('Another process relays');
    return row.position;
  }

  /** Goes back to an earlier position. */
  async goBack(position: Position, fencingToken: bigint): Promise<void> {
    const { rowCount } = await this.pool.query(
      `update message_bus.kafka_relay set position = $2, updated_at = now() where name = $1 and fencing_token = $3`,
      [this.name, position, fencingToken],
    );
    if (rowCount === 0) throw new RelayTakenOverError('Another process relays');
  }

  async save(position: Position, fencingToken: bigint): Promise<void> {
    const { rowCount } = await this.pool.query(
      `update message_bus.kafka_relay set position = $2, updated_at = now()
       where name = $1 and fencing_token = $3 and position <= $2`,
      [this.name, position, fencingToken],
    );
    if (rowCount === 0) throw new RelayTakenOverError('Another process relays');
  }
}
