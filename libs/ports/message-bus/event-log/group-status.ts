import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { logLag } from '#libs/ports/event-store/log-lag.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { type Lag, observedLags, unknownLag } from '#libs/ports/event-store/shared-subscription/observed-lag.js';
import type { SharedSubscription } from '#libs/ports/event-store/shared-subscription/shared-subscription.js';
import type { ConsumerGroupStatus } from '../message-bus.port.js';

interface GroupRow {
  name: string;
  position: Position;
  types: string[];
  parked: number;
}

const readRows = async (pool: Pool): Promise<GroupRow[]> => {
  const { rows } = await pool.query<GroupRow>(
    `select g.name, g.position, g.types, count(p.event_id)::int as parked
       from message_bus.consumer_group g left join message_bus.parked_message p on p.group_name = g.name
      group by g.name order by g.name`,
  );
  return rows;
};

const toStatus = ({ name: group, position: checkpoint, parked }: GroupRow, lag: Lag): ConsumerGroupStatus => {
  return { group, checkpoint, ...lag, parked };
};

/** Reads the status of every group that has ever run, and the log behind the place of each. */
export const readGroupStatus = async (pool: Pool, eventStore: EventStore): Promise<ConsumerGroupStatus[]> =>
  Promise.all((await readRows(pool)).map(async (row) => toStatus(row, await logLag(eventStore, row))));

/** The same without reading the log, as far as `log` has followed it. */
export const observeGroupStatus = async (
  pool: Pool,
  eventStore: EventStore,
  log: SharedSubscription,
): Promise<ConsumerGroupStatus[]> => {
  let rows: GroupRow[] = [];
  const lags = await observedLags(eventStore, log, async () => {
    rows = await readRows(pool);
    return rows;
  });
  return rows.map((row, index) => toStatus(row, lags[index] ?? unknownLag));
};
