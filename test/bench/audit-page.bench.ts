import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { tallyFinishedBlocks } from '#projections/audit-log/audit-log-tally.js';
import { loadAuditLog, withoutIndexes } from './bulk-audit-log.js';
import { keepReport, machineLines } from './machine.js';
import { median, quantile } from './quantile.js';

/**
 * Pages of 100 entries of an audit log of 10,000 and of 10,000,000 entries, each in a database of its own on
 * one server, read by turns. Opening personal data is left out: its cost does not depend on the log.
 */
const rounds = Number(process.env.ROUNDS ?? 300);
/** Requests until the engine has compiled the code that it runs. */
const warmUp = 100;
const most = 10_000_000;
const sizes = [10_000, Number(process.env.ENTRIES ?? most)];
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
  { name: 'action = translate (3 of 8)', filter: () => ({ actions: ['translate'] }) },
  { name: 'user_id (1 of 50)', filter: () => ({ userId: '7' }) },
  { name: 'resource = api_key (1 of 8)', filter: () => ({ resource: 'api_key' }) },
  { name: 'action and user_id', filter: () => ({ actions: ['translate'], userId: '7' }) },
  {
    name: '1,000 entries of time, half way back',
    filter: (entries) => ({ start: timeOf(entries / 2), end: timeOf(entries / 2 + 1_000) }),
  },
  { name: 'everything since the start', filter: () => ({ start }) },
  {
    name: 'action, since a quarter of the log',
    filter: (entries) => ({ actions: ['translate'], start: timeOf(entries / 4) }),
  },
  { name: 'two actions (4 of 8)', filter: () => ({ actions: ['translate', 'detect'] }) },
  { name: 'result = success (all)', filter: () => ({ result: 'success' }) },
  { name: 'key_id (all)', filter: () => ({ keyId: 'key_1' }) },
  { name: 'key_id and result = denied (none)', filter: () => ({ keyId: 'key_1', result: 'denied' }) },
  { name: 'resource_id (one)', filter: (entries) => ({ resourceId: `res_${entries / 2}` }) },
  { name: 'request_id (one)', filter: (entries) => ({ requestId: `req_${String(entries / 2).padStart(26, '0')}` }) },
  {
    name: 'action, user_id and time together',
    filter: (entries) => ({ actions: ['detect'], userId: '7', start: timeOf(entries / 4), end: timeOf(entries / 2) }),
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
  const began = performance.now();
  await withoutIndexes(client, () =>
    loadAuditLog(client, {
      organizationId,
      entries,
      subjects: 50,
      sealedClient: 'c'.repeat(240),
      start,
      secondsApart,
    }),
  );
  await client.query(tallyFinishedBlocks('read_model.audit_log'), [null]);
  console.log(`${entries} entries: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await client.query('vacuum (analyze) read_model.audit_log, read_model.audit_log_tally');
  await client.end();
  const freshQueries = () =>
    new AuditLogQueries(dataSource, {
      find: async (_, userId) => `sub_${userId}`,
      openMany: async (items) => items.map(() => ({})),
    });
  return { entries, dataSource, freshQueries };
};

const logs = [];
for (const entries of sizes) logs.push(await openLog(entries));

/** A `first` page has nothing counted yet; before a `next` one came another with the same filter, as for most pages. */
const kinds = ['first', 'next'] as const;

const lines = [
  `| page of 100 | asked | ${sizes.map((size) => `p50 / p95 ms at ${size.toLocaleString('en')}`).join(' | ')} | ratio of p95 |`,
  `|---|---|${sizes.map(() => '---|').join('')}---|`,
];
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
    const results = times.map((all) => ({ p50: median(all), p95: quantile(all, 0.95) }));
    const ratio = (results[1]?.p95 ?? Number.NaN) / (results[0]?.p95 ?? Number.NaN);
    const cells = results.map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`);
    const line = `| ${name} | ${kind} | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`;
    lines.push(line);
    console.log(line);
  }
}

const report = `# Audit pages: 10,000 entries against 10,000,000

${machineLines()}
Pages of 100 entries; each log in a database of its own on one server, read by turns, ${rounds} pages each after ${warmUp} to
warm up. Opening personal data and HTTP are left out: their cost does not depend on the log. On a busy machine the times
are too long, the ratios of pages read by turns hold.

*first*: nothing has been counted yet. *next*: a page with the same filter came before, so its total is known
(\`projections/audit-log/counted-entries.ts\`) and only the page is read.

*action, user_id and time together* finds 6 entries in the small log and fills its page in the large one: that, and not the total,
is what it takes longer, up to 1.7 times in other runs. *action and user_id* finds 75.

${lines.join('\n')}
`;
if (sizes[1] === most) await keepReport('audit-page', report);

for (const { dataSource } of logs) await dataSource.destroy();
await server.stop();
await rm(folder, { recursive: true, force: true });
