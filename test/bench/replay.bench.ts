import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { eventTypesOf } from '#libs/read-side/projection/runner/runnable-projection.js';
import { migrateReadModels } from '#projections/all-projections.js';
import { auditLog } from '#projections/audit-log/audit-log.projection.js';
import { cpuSecondsBelow } from './process-figures.js';
import { buildLog } from './replay-log.js';

/*
 * How fast the audit log is rebuilt from the log of all events: read, turned into entries with leaf hashes,
 * written with all indexes and swapped in, and how much processor time Node and PostgreSQL take for it. The bar is
 * 60,000 events/s from a log of a million.
 */
const events = Number(process.env.EVENTS ?? 1_000_000);
const bar = 60_000;
const settleMs = 500;
const loadBefore = (loadavg()[0] ?? 0).toFixed(1);

interface Measured {
  what: string;
  seconds: number;
  /** Microseconds of processor time an event. */
  node: number;
  postgres: number;
}

const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1e6, postgres: cpuSecondsBelow(process.pid).get('postgres') ?? 0 };
};

const rowOf = ({ what, seconds, node, postgres }: Measured): string =>
  `| ${what} | ${seconds.toFixed(1)} | ${Math.round(events / seconds).toLocaleString('en')} | ${node.toFixed(0)} | ${postgres.toFixed(0)} |`;

const measure = async (what: string, work: () => Promise<void>): Promise<Measured> => {
  const started = performance.now();
  const before = cpuNow();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  // Sessions that have just ended count once the database has waited for them.
  await sleep(settleMs);
  const after = cpuNow();
  const perEvent = (of: keyof typeof after) => ((after[of] - before[of]) * 1e6) / events;
  const measured = { what, seconds, node: perEvent('node'), postgres: perEvent('postgres') };
  console.log(rowOf(measured));
  return measured;
};

const readAll = async (eventStore: EventStore): Promise<void> => {
  let after = START;
  for (let atEnd = false; !atEnd; ) {
    const page = await eventStore.readAll({ after, types: eventTypesOf(auditLog), limit: 5_000 });
    ({ atEnd, position: after } = page);
  }
};

const copyRows = async (pool: Pool): Promise<void> => {
  await pool.query('create table bare (like read_model.audit_log)');
  await pool.query('insert into bare select * from read_model.audit_log');
};

const run = async (connectionString: string): Promise<Measured[]> => {
  await migrateEventStore(connectionString);
  const pool = createPool({ connectionString, max: 8, applicationName: 'replay-bench' });
  const leases = createPostgresLeases(pool);
  const eventStore = await connectPostgresEventStore({ connectionString });
  try {
    await migrateLeases(pool);
    await migrateProjectionRunner(pool);
    await migrateReadModels(connectionString);
    const results = [await measure('building the log', () => buildLog(pool, events))];
    const rebuild = async () => {
      const { comparison } = await rebuildProjection({ pool, eventStore, leases, projection: auditLog });
      console.log(`  comparison with the live table: ${comparison.kind}`);
    };
    results.push(await measure('rebuild of the audit log', rebuild));
    results.push(await measure('rebuild, compared with the live table', rebuild));
    results.push(await measure('reading the log alone', () => readAll(eventStore)));
    results.push(await measure('the same rows from table to bare table in SQL', () => copyRows(pool)));
    return results;
  } finally {
    await leases.close();
    await eventStore.close();
    await pool.end();
  }
};

const report = (results: readonly Measured[]): string => {
  return [
    '# Replay of the audit log',
    '',
    `${events.toLocaleString('en')} events, 95 % of them \`TextTranslated\` in day streams of 20 organizations; embedded`,
    `PostgreSQL, ${cpus().length} cores shared by it and the replay, Node ${process.versions.node}. Bar: ${bar.toLocaleString('en')} events/s.`,
    `Load average before the run, that is what others were using of the cores: ${loadBefore}.`,
    '`npm run bench -- replay`',
    '',
    '| What | s | events/s | Node, µs an event | PostgreSQL, µs an event |',
    '|---|---|---|---|---|',
    ...results.map(rowOf),
    '',
  ].join('\n');
};

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
try {
  const results = await run(server.url);
  if (events === 1_000_000) {
    await mkdir('test/bench/results', { recursive: true });
    await writeFile('test/bench/results/replay.md', report(results));
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
