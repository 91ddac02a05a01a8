import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measurePool } from './pool-metrics.js';

let registry: Registry;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  registry = new Registry();
});
afterEach(() => {
  vi.useRealTimers();
});

const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values;

const pool = (answer: () => Promise<{ rows: { now: number }[] }>) => ({
  totalCount: 7,
  idleCount: 2,
  waitingCount: 3,
  query: answer,
});

it('the pool metrics show how many connections are used and how many callers wait', async () => {
  measurePool(
    registry,
    pool(async () => ({ rows: [] })),
  );
  expect(await valuesOf('transledger_database_connections')).toMatchObject([
    { labels: { state: 'used' }, value: 5 },
    { labels: { state: 'idle' }, value: 2 },
  ]);
  expect(await valuesOf('transledger_database_waiting')).toMatchObject([{ value: 3 }]);
});

it('the clock offset is measured at the middle of the query', async () => {
  const answer = async () => {
    vi.setSystemTime(1_700_000_000_200);
    return { rows: [{ now: 1_700_000_004.1 }] };
  };
  measurePool(registry, pool(answer));
  expect((await valuesOf('transledger_clock_offset_seconds'))?.[0]?.value).toBeCloseTo(4, 3);
});

it('the metrics page is still served when the database is unavailable', async () => {
  measurePool(
    registry,
    pool(() => Promise.reject(new Error('away'))),
  );
  expect(await valuesOf('transledger_clock_offset_seconds')).toMatchObject([{ value: 0 }]);
});
