import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { logLag } from '../log-lag.js';
import type { ConsumerGroupStatus } from '../message-bus.port.js';

interface GroupRow {
  name: string;
  position: Position;
  types: string[];
  parked: number;
}

/** Reads the status of every group that has ever run. */
export const readGroupStatus = async (pool: Pool, eventStore: EventStore): Promise<ConsumerGroupStatus[]> => {
  const { rows } = await pool.query<GroupRow>(
    `select g.name, g.position, g.types, count(p.event_id)::int as parked
       from message_bus.consumer_group g left join message_bus.parked_message p on p.group_name = g.name
      group by g.name order by g.name`,
  );
  return Promise.all(
    rows.map(async (row) => ({
      group: row.name,
      checkpoint: row.position,
      ...(await logLag(eventStore, row)),
      parked: row.parked,
    })),
  );
};
