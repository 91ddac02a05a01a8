import type { Pool } from 'pg';
import type { EventStore, RecordedEvent } from '#libs/event-store/event-store.port.js';
import type { Position } from '#libs/event-store/position.js';
import type { ConsumerGroupStatus } from '../message-bus.port.js';

interface GroupRow {
  name: string;
  position: Position;
  types: string[];
  parked: number;
}

/** A greater lag is told as this. */
const countedLag = 1_000;

const lagOf = async (eventStore: EventStore, { position, types }: GroupRow) => {
  let oldest: RecordedEvent | undefined;
  let lagEvents = 0;
  // A page may be empty and yet not the last: it looks through so much of the log and no more.
  for (let after = position, atEnd = false; !atEnd && lagEvents < countedLag; ) {
    const page = await eventStore.readAll({ after, types, limit: countedLag - lagEvents });
    oldest ??= page.events[0];
    lagEvents += page.events.length;
    ({ position: after, atEnd } = page);
  }
  const lagSeconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest.recordedAt)) / 1_000);
  return { lagEvents, lagSeconds };
};

/** Of every group that has ever run. */
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
      ...(await lagOf(eventStore, row)),
      parked: row.parked,
    })),
  );
};
