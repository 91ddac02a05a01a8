import type { Pool } from 'pg';
import type { StampedLog, TimeStamp, TimeStampAnswer, TimeStamps } from './time-stamps.port.js';

interface TimeStampRow {
  size: string;
  text: string;
  token: Buffer;
  stamped_at: Date;
}

const stampOf = ({ size, text, token, stamped_at }: TimeStampRow): TimeStamp => ({
  size: Number(size),
  text,
  token,
  time: stamped_at,
});

/** Needs the tables of `migrateLogSignatures`. */
export class PostgresTimeStamps implements TimeStamps {
  constructor(private readonly pool: Pool) {}

  async newest({ organizationId, origin }: StampedLog, size: number): Promise<TimeStamp | undefined> {
    const { rows } = await this.pool.query<TimeStampRow>(
      `select size, text, token, stamped_at from log_signatures.time_stamp
        where organization_id = $1 and origin = $2 and size <= $3 order by size desc limit 1`,
      [organizationId, origin, size],
    );
    return rows[0] && stampOf(rows[0]);
  }

  async firstWith(
    { organizationId, origin }: StampedLog,
    number: number,
    size: number,
  ): Promise<TimeStamp | undefined> {
    const { rows } = await this.pool.query<TimeStampRow>(
      `select size, text, token, stamped_at from log_signatures.time_stamp
        where organization_id = $1 and origin = $2 and size > $3 and size <= $4 order by size limit 1`,
      [organizationId, origin, number, size],
    );
    return rows[0] && stampOf(rows[0]);
  }

  async lastOnes(): Promise<ReadonlyMap<string, Pick<TimeStamp, 'size' | 'time'>>> {
    const { rows } = await this.pool.query<{ origin: string; size: string; stamped_at: Date }>(
      `select signed.origin, last.size, last.stamped_at from log_signatures.signed_log signed
        cross join lateral (
          select size, stamped_at from log_signatures.time_stamp
           where organization_id = signed.organization_id and origin = signed.origin order by size desc limit 1) last`,
    );
    return new Map(rows.map(({ origin, size, stamped_at }) => [origin, { size: Number(size), time: stamped_at }]));
  }

  async keep({ organizationId, origin }: StampedLog, { size, text, token, time }: TimeStamp): Promise<void> {
    await this.pool.query(
      `insert into log_signatures.time_stamp (organization_id, origin, size, text, token, stamped_at)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [organizationId, origin, size, text, Buffer.from(token), time],
    );
    await this.pool.query(
      `delete from log_signatures.time_stamp stamp
        where organization_id = $1 and origin = $2 and stamped_at < $3::timestamptz - interval '31 days'
          and exists (
            select from log_signatures.time_stamp later
             where later.organization_id = $1 and later.origin = $2 and later.size > stamp.size
               and later.stamped_at < (date_trunc('day', stamp.stamped_at at time zone 'UTC') + interval '1 day')
                 at time zone 'UTC')`,
      [organizationId, origin, time],
    );
  }

  async note(organizationId: string, answer: TimeStampAnswer): Promise<void> {
    await this.pool.query(
      `insert into log_signatures.time_stamp_answer (organization_id, answer, answered_at) values ($1, $2, now())
        on conflict (organization_id) do update set answer = excluded.answer, answered_at = excluded.answered_at`,
      [organizationId, answer],
    );
  }

  async answers(): Promise<{ answer: TimeStampAnswer; logs: number }[]> {
    const { rows } = await this.pool.query<{ answer: TimeStampAnswer; logs: number }>(
      'select answer, count(*)::int as logs from log_signatures.time_stamp_answer group by answer order by answer',
    );
    return rows;
  }
}
