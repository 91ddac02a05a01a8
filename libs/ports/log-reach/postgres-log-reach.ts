import type { Pool } from 'pg';
import type { Position } from '../event-store/position.js';
import { type LogReach, wordHoldsMs } from './log-reach.port.js';

const repeatAfterMs = wordHoldsMs / 3;
const age = (milliseconds: number): string => `interval '${milliseconds} milliseconds'`;

/** One row for all nodes, written only where a word is new or must be repeated: mostly this reads. */
const announce = `
  with said as (
    select position, said_at from log_reach.furthest where said_at > now() - ${age(wordHoldsMs)}
  ), written as (
    insert into log_reach.furthest as stored (is_only, position, said_at)
    select true, $1, now()
     where not exists (select from said
                        where position > $1 or position = $1 and said_at > now() - ${age(repeatAfterMs)})
    on conflict (is_only) do update set position = excluded.position, said_at = excluded.said_at
      where stored.position <= excluded.position or stored.said_at <= now() - ${age(wordHoldsMs)}
  )
  select greatest((select position from said), $1::text collate "C") as position`;

/** The nodes' words in the table of `migrateLogReach`, for a log that is kept elsewhere. */
export const createPostgresLogReach = (pool: Pool): LogReach => ({
  announce: async (position) => {
    const { rows } = await pool.query<{ position: Position }>(announce, [position]);
    return rows[0]?.position ?? position;
  },
  close: () => undefined,
});
