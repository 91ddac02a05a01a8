import type { Pool } from 'pg';
import type { SoundPlace, WentBack } from '../event-store/log-trail.js';
import type { Position } from '../event-store/position.js';

const readers = [
  { table: 'consumer_group', kind: 'group' },
  { table: 'kafka_relay', kind: 'kafka-relay' },
];

/**
 * Sets the consumer groups and the relay to Kafka whose places are not sound back to where they are. Whoever works at one
 * begins anew from there: a greater fencing token refuses its next write.
 */
export const setReadersBack = async (pool: Pool, soundPlace: SoundPlace): Promise<WentBack[]> => {
  const wentBack: WentBack[] = [];
  for (const { table, kind } of readers) {
    const { rows } = await pool.query<{ name: string; position: Position }>(
      `select name, position from message_bus.${table} order by name`,
    );
    for (const { name, position } of rows) {
      const soundTo = await soundPlace(position);
      if (soundTo === position) continue;
      await pool.query(
        `update message_bus.${table} set position = $2, fencing_token = fencing_token + 1 where name = $1`,
        [name, soundTo],
      );
      wentBack.push({ reader: `${kind}:${name}`, position, soundTo });
    }
  }
  return wentBack;
};
