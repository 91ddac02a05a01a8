import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';

type MeasuredPool = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  query(sql: string): Promise<{ rows: { now: number }[] }>;
};

/** Seconds by which the database's clock is ahead of ours, corrected by half the round trip. */
const clockOffset = async (pool: MeasuredPool): Promise<number | undefined> => {
  const sent = Date.now();
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 as now');
  const now = rows[0]?.now;
  return now === undefined ? undefined : now - (sent + Date.now()) / 2_000;
};

/** Measures the connections of a pool in use, the callers that wait for one, and the offset of the clocks. */
export const measurePool = (registry: Registry, pool: MeasuredPool): void => {
  new Gauge({
    name: 'transledger_database_connections',
    help: 'Connections of the pool that a process shares, by state.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'transledger_database_waiting',
    help: 'Those who wait for a connection of that pool.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  const ask = askedOnce(() => clockOffset(pool));
  new Gauge({
    name: 'transledger_clock_offset_seconds',
    help: 'By how much the clock of the database is ahead of that of the process.',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const offset = await ask();
      if (offset !== undefined) this.set(offset);
    },
  });
};
