import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { Row } from '#libs/read-side/projection/projection.port.js';
import { RowWriter, runEach } from '#libs/read-side/projection/rows/row-writer.js';
import { readTableColumns } from '#libs/read-side/projection/rows/table-columns.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { loadAuditLog, withoutIndexes } from './bulk-audit-log.js';
import { keepReport, machineLines } from './machine.js';
import { median, quantile } from './quantile.js';

/*
 * The audit log as one table against the same in 16 partitions by hash of the organization, each in a database of its own
 * on one server, by turns: loaded with indexes built after, inserted into as the projection does, and read.
 */
const most = 10_000_000;
const entries = Number(process.env.ENTRIES ?? most);
const rounds = Number(process.env.ROUNDS ?? 300);
const partitions = 16;
const organizations = Array.from({ length: 20 }, (_, index) => `org_01JD00000000000000000000${index + 10}`);
/** Rows of a batch, and organizations that they are of, as under steady load. */
const batchRows = 200;
const start = '2026-01-01T00:00:00.000Z';
const table = 'read_model.audit_log';

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);

/** Puts a partitioned table with the same columns and indexes in the place of the empty one. */
const partition = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ definition: string }>(
    'select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass order by indisprimary desc',
    [table],
  );
  await client.query(`alter table ${table} rename to audit_log_plain`);
  await client.query(`create table ${table} (like read_model.audit_log_plain) partition by hash (organization_id)`);
  await client.query('drop table read_model.audit_log_plain');
  for (let part = 0; part < partitions; part += 1)
    await client.query(
      `create table ${table}_${part} partition of ${table} for values with (modulus ${partitions}, remainder ${part})`,
    );
  for (const { definition } of rows) await client.query(definition);
};

const open = async (name: string, prepare: (client: Client) => Promise<void>) => {
  const administrator = new Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const url = new URL(server.url);
  url.pathname = name;
  await migrateReadModels(url.href);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query('set synchronous_commit = off');
  await prepare(client);
  const dataSource = await openReadModels({ connectionString: url.href, poolSize: 4 });
  const writer = new RowWriter(table, ['organization_id', 'number'], await readTableColumns(client, table));
  return { name, client, dataSource, writer };
};

type Log = Awaited<ReturnType<typeof open>>;
const logs = [await open('one_table', async () => undefined), await open('partitioned', partition)];

const perOrganization = Math.floor(entries / organizations.length);
const load = async ({ client }: Log): Promise<void> => {
  await withoutIndexes(client, async () => {
    for (const organizationId of organizations)
      await loadAuditLog(client, {
        organizationId,
        entries: perOrganization,
        subjects: 50,
        sealedClient: 'c'.repeat(240),
        start,
        secondsApart: 10,
      });
  });
  await client.query(`vacuum (analyze) ${table}`);
};

/** Entries of a batch, of all organizations by turns. */
const batch = (round: number): Row[] =>
  Array.from({ length: batchRows }, (_, index) => {
    const at = new Date(Date.parse('2030-01-01T00:00:00.000Z') + round * 1_000 + index).toISOString();
    return {
      organization_id: organizations[index % organizations.length] ?? '',
      number: perOrganization + Math.floor((round * batchRows + index) / organizations.length),
      id: `aud_${round}_${index}`,
      event_id: randomUUID(),
      occurred_at: at,
      action: 'translate',
      resource: 'text',
      resource_id: `req_${index}`,
      result: 'success',
      request_id: `req_${index}`,
      actor_type: 'api_key',
      api_key_id: 'key_1',
      metadata: { domain: 'general', source_language: 'fi', target_language: 'en', word_count: 17 },
      sealed_client: 'c'.repeat(240),
      sealed_name: null,
      subject: `sub_${index % 50}`,
      leaf_hash: Buffer.alloc(32, index),
      latest_at: at,
      lateness_ms: 0,
    };
  });

const organizationId = organizations[7] ?? '';
const pages: [name: string, filter: AuditLogFilter][] = [
  ['default page', {}],
  ['page with action = translate', { actions: ['translate'] }],
  ['page of one user', { userId: '7' }],
];

const lines: string[] = [];
const tell = (line: string): void => {
  console.log(line);
  lines.push(line);
};

/** Times the work on both logs, by turns, and tells p50 and p95 in milliseconds. */
const compare = async (what: string, work: (log: Log, round: number) => Promise<unknown>): Promise<void> => {
  const times = logs.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, log] of round % 2 === 0 ? [...logs.entries()] : [...logs.entries()].reverse()) {
      const before = performance.now();
      await work(log, round);
      times[index]?.push(performance.now() - before);
    }
  const [one = [], other = []] = times;
  const cells = [one, other].map((all) => `${median(all).toFixed(2)} / ${quantile(all, 0.95).toFixed(2)}`);
  const ratio = median(other) / median(one);
  tell(`| ${what}, p50 / p95 ms | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`);
};

const loads: number[] = [];
for (const log of logs) {
  const began = performance.now();
  await load(log);
  loads.push((performance.now() - began) / 1_000);
  console.log(`${log.name}: loaded in ${loads.at(-1)?.toFixed(0)} s`);
}
tell(`| | one table | ${partitions} partitions | ratio (of p50) |`);
tell('|---|---|---|---|');
const [plain = Number.NaN, parted = Number.NaN] = loads;
tell(
  `| loaded, indexes and vacuum after, s | ${plain.toFixed(0)} | ${parted.toFixed(0)} | ${(parted / plain).toFixed(2)} |`,
);
await compare(`batch of ${batchRows} inserted`, ({ client, writer }, round) =>
  runEach(client, writer.insertions(batch(round))),
);
for (const [name, filter] of pages)
  await compare(name, ({ dataSource }) =>
    new AuditLogQueries(dataSource, {
      find: async (_, userId) => `sub_${userId}`,
      openMany: async (items) => items.map(() => ({})),
    }).list(organizationId, filter, { limit: 100, offset: 0 }),
  );

const report = `# The audit log in one table and in ${partitions} partitions

${machineLines()}
${entries.toLocaleString('en')} entries of ${organizations.length} organizations; ${rounds} rounds by turns. A load is one run: on a busy machine only
its size says something.

${lines.join('\n')}
`;
if (entries === most) await keepReport('audit-partitions', report);

for (const { client, dataSource } of logs) {
  await dataSource.destroy();
  await client.end();
}
await server.stop();
await rm(folder, { recursive: true, force: true });
