import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { loadAuditLog } from './bulk-audit-log.js';

/**
 * Pages of 100 entries of an audit log of 10,000 and of 1,000,000 entries, each in a database of its own on
 * one server, read by turns. Opening personal data is left out: its cost does not depend on the log.
 */
const rounds = 300;
/** Requests until the engine has compiled the code that it runs. */
const warmUp = 100;
const sizes = [10_000, 1_000_000];
const organizationId = 'org_01JD0000000000000000000000';
const start = '2026-01-01T00:00:00.000Z';
const secondsApart = 10;

const timeOf = (entry: number): string => new Date(Date.parse(start) + entry * secondsApart * 1_000).toISOString();

interface Page {
  name: string;
  filter: (entries: number) => AuditLogFilter;
  offset?: (entries: number) => number;
}

const pages: Page[] = [
  { name: 'default', filter: () => ({}) },
  { name: 'default, offset at half of the log', filter: () => ({}), offset: (entries) => entries / 2 },
  { name: 'action = translate (3 of 8)', filter: () => ({ action: 'translate' }) },
  { name: 'user_id (1 of 50)', filter: () => ({ userId: '7' }) },
  { name: 'resource = api_key (1 of 8)', filter: () => ({ resource: 'api_key' }) },
  {
    name: '1,000 entries of time, half way back',
    filter: (entries) => ({ start: timeOf(entries / 2), end: timeOf(entries / 2 + 1_000) }),
  },
  { name: 'everything since the start', filter: () => ({ start }) },
  {
    name: 'action, user_id and time together',
    filter: (entries) => ({ action: 'detect', userId: '7', start: timeOf(entries / 4), end: timeOf(entries / 2) }),
  },
];

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);

const openLog = async (entries: number) => {
  const administrator = new Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`create database audit_${entries}`);
  await administrator.end();
  const url = new URL(server.url);
  url.pathname = `audit_${entries}`;
  await migrateReadModels(url.href);
  const dataSource = await openReadModels({ connectionString: url.href, poolSize: 4 });
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await loadAuditLog(client, {
    organizationId,
    entries,
    subjects: 50,
    sealedClient: 'c'.repeat(240),
    start,
    secondsApart,
  });
  await client.query('vacuum (analyze) read_model.audit_log');
  await client.end();
  const freshQueries = () =>
    new AuditLogQueries(dataSource, {
      find: async (_, userId) => `sub_${userId}`,
      openMany: async (items) => items.map(() => ({})),
    });
  return { entries, dataSource, freshQueries };
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const logs = [];
for (const entries of sizes) logs.push(await openLog(entries));

/** A `first` page has nothing counted yet; before a `next` one came another with the same filter, as for most pages. */
const kinds = ['first', 'next'] as const;

console.log(`| page of 100 | asked | ${sizes.map((size) => `p50 / p95 ms at ${size}`).join(' | ')} | ratio of p95 |`);
console.log(`|---|---|${sizes.map(() => '---|').join('')}---|`);
for (const { name, filter, offset = () => 0 } of pages) {
  for (const kind of kinds) {
    const times = logs.map((): number[] => []);
    const asked = logs.map(({ freshQueries }) => freshQueries());
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const [index, { entries, freshQueries }] of logs.entries()) {
        const queries = kind === 'first' ? freshQueries() : asked[index];
        const before = performance.now();
        await queries?.list(organizationId, filter(entries), { limit: 100, offset: offset(entries) });
        if (round >= 0) times[index]?.push(performance.now() - before);
      }
    }
    const results = times.map((all) => {
      const sorted = all.sort((a, b) => a - b);
      return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
    });
    const ratio = (results[1]?.p95 ?? Number.NaN) / (results[0]?.p95 ?? Number.NaN);
    const cells = results.map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`);
    console.log(`| ${name} | ${kind} | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`);
  }
}

for (const { dataSource } of logs) await dataSource.destroy();
await server.stop();
await rm(folder, { recursive: true, force: true });
