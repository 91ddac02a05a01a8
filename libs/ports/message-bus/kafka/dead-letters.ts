import type { Pool } from 'pg';
import type { Message } from '../message-bus.port.js';
import type { ParkedFailure, Parking } from '../message-task.js';
import { toRecord } from './event-record.js';
import type { KafkaPublisher } from './publisher.js';

/**
 * Parked messages of a group: on its dead-letter topic for readers of Kafka, and in PostgreSQL, where they are listed
 * and given back from. The topic is written first, then the row, so that a row is never without its record.
 */
export class DeadLetters implements Parking {
  constructor(
    private readonly pool: Pool,
    private readonly publisher: Pick<KafkaPublisher, 'publish'>,
    private readonly topic: string,
    private readonly group: string,
  ) {}

  async park(message: Message, { reason, cause, attempts }: ParkedFailure): Promise<void> {
    const { id, stream, revision, type, position } = message;
    const { record } = toRecord(message);
    const failure = { reason, cause: JSON.stringify(cause), attempts: String(attempts) };
    const headers = { ...record.headers, group: this.group, ...failure };
    await this.publisher.publish([{ topic: this.topic, record: { ...record, key: id, headers, partition: 0 } }]);
    await this.pool.query(
      `insert into message_bus.parked_message
         (group_name, event_id, stream, revision, type, position, reason, cause, attempts)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (group_name, event_id)
         do update set reason = excluded.reason, cause = excluded.cause, attempts = excluded.attempts,
           parked_at = now(), retry_requested = false`,
      [this.group, id, stream, revision, type, position, reason, cause, attempts],
    );
  }

  /** Removes the message: compaction removes the record once it has no value. */
  async unpark({ id }: Message): Promise<void> {
    await this.publisher.publish([{ topic: this.topic, record: { key: id, value: null, partition: 0 } }]);
    await this.pool.query('delete from message_bus.parked_message where group_name = $1 and event_id = $2', [
      this.group,
      id,
    ]);
  }
}
