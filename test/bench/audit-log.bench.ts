import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyExport } from '@transledger/audit-proof';
import { Client, Pool } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { loadMasterKey } from '#libs/ports/key-vault/master-key.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import { tallyFinishedBlocks } from '#projections/audit-log/audit-log-tally.js';
import { runCommandLine } from '#test/e2e/command-line.js';
import { type AuditRequest, auditRequests } from './audit-requests.js';
import { withoutIndexes } from './bulk-audit-log.js';
import { keepReport, machineLines } from './machine.js';
import { memoryByName } from './process-figures.js';
import { startProduct } from './product.js';
import { median, quantile } from './quantile.js';
import { auditIdOf, loadSealedLog } from './sealed-audit-log.js';

/**
 * Requests of an auditor to the running product, over HTTP, of a log of 10,000 and of one of 10,000,000 entries in one
 * database, by turns: pages with each filter, proofs, and an export. Leaves, seals and signatures are real.
 */
const entries = Number(process.env.ENTRIES ?? 10_000_000);
/** Entries from which on the report is kept. */
const leastKept = 3_000_000;
const sizes = [10_000, entries] as const;
const rounds = Number(process.env.ROUNDS ?? 200);
const warmUp = 20;
/** Entries at the end of the large log that are exported. */
const exported = Math.min(entries - 1, Number(process.env.EXPORT ?? 3_000_000));
/** Part of the names of the requests that are measured. */
const only = process.env.ONLY ?? '';
const megabyte = 2 ** 20;
const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_LOG_LEVEL: 'error',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
};

interface Log {
  size: number;
  id: string;
  key: string;
}

interface Filled {
  logs: readonly [Log, Log];
  /** Seconds until the logs were filled, and from the start of the product until they were signed. */
  filled: number;
  signed: number;
}

/** Where the filled logs stay for further runs, which then take them as they are; a folder of this run alone when not named. */
const kept = process.env.FOLDER;
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'transledger-bench-')));
const filledFile = join(dataDir, 'filled.json');
let product = await startProduct(dataDir, settings);

const get = (key: string, path: string): Promise<Response> =>
  fetch(`${product.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });

const dataOf = async <T>(key: string, path: string): Promise<T> => {
  const answer = await get(key, path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
};

const makeLog = async (size: number): Promise<Log> => {
  const create = ['organization', 'create', '--name', `Log of ${size}`, '--tier', 'max'];
  const { api_key: key } = await runCommandLine<{ api_key: string }>({ TRANSLEDGER_DATA_DIR: dataDir }, ...create);
  return { size, key, id: (await dataOf<{ id: string }>(key, 'organization')).id };
};

/** Fills the logs while the product stands still. */
const fill = async (logs: readonly Log[]): Promise<void> => {
  const fast = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '16GB', shared_buffers: '1GB' };
  const server = await startEmbeddedPostgres(join(dataDir, 'postgres'), fast);
  const pool = new Pool({ connectionString: server.url, max: 2 });
  const subjectKeys = await openPostgresSubjectKeys({ pool, masterKey: await loadMasterKey({ dataDir }) });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await withoutIndexes(client, async () => {
    for (const { id, size } of logs) {
      await loadSealedLog({ pool, subjectKeys, organizationId: id, entries: size, perSeal: 100 });
    }
  });
  await client.query(tallyFinishedBlocks('read_model.audit_log'), [null]);
  await client.query('vacuum (analyze) read_model.audit_log, read_model.audit_log_tally');
  await client.query('checkpoint');
  await client.end();
  await pool.end();
  await server.stop();
};

const untilSigned = async ({ key, size }: Log): Promise<void> => {
  for (;;) {
    const signed = await dataOf<{ size: number }>(key, 'compliance/audit-logs/checkpoint').catch(() => undefined);
    if (signed !== undefined && signed.size >= size) return;
    await sleep(500);
  }
};

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** A row of the report: the request of each log, by turns. */
const measure = async (logs: readonly Log[], { name, path }: AuditRequest): Promise<string> => {
  const times = logs.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [at, { key, size }] of logs.entries()) {
      const asked = path(size, round + warmUp);
      const before = performance.now();
      await dataOf(key, `compliance/audit-logs${asked}`);
      if (round >= 0) times[at]?.push(performance.now() - before);
    }
  }
  const figures = times.map((all) => ({ p50: median(all), p95: quantile(all, 0.95) }));
  const ratio = (figures[1]?.p95 ?? Number.NaN) / (figures[0]?.p95 ?? Number.NaN);
  const cells = figures.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`);
  const row = `| ${name} | ${cells.join(' | ')} | ${ratio.toFixed(2)} | ${load()} |`;
  console.log(row);
  return row;
};

/** Entries of an export that was verified as an auditor does. @throws Error for one with a fault */
const verifiedEntries = async ({ key }: Log, query: string): Promise<string> => {
  const answer = await get(key, `compliance/audit-logs/export${query}`);
  const verdict = await verifyExport(answer.body as unknown as AsyncIterable<Uint8Array>);
  if ('fault' in verdict) throw new Error(`The export does not verify: ${verdict.fault.reason}`);
  return verdict.verified.entries.toLocaleString('en');
};

const apiMemory = (): number => (memoryByName(product.pid).get('api')?.rss ?? 0) / megabyte;

/** The last entries of a log as NDJSON, read as fast as they come. */
const exportEnd = async ({ key, size }: Log): Promise<string> => {
  const before = apiMemory();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, apiMemory());
  }, 500);
  const began = performance.now();
  const answer = await get(key, `compliance/audit-logs/export?cursor=${auditIdOf(size - exported - 1)}`);
  let bytes = 0;
  let end = Buffer.alloc(0);
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    end = Buffer.from(piece.length < 4_096 ? Buffer.concat([end, piece]).subarray(-4_096) : piece.subarray(-4_096));
  }
  clearInterval(sampling);
  const seconds = (performance.now() - began) / 1_000;
  const summary = JSON.parse(end.toString('utf8').trimEnd().split('\n').at(-1) ?? '') as { entries: number };
  return `An export of the last ${summary.entries.toLocaleString('en')} entries as NDJSON: ${Math.round(summary.entries / seconds).toLocaleString('en')} entries/s, ${Math.round(bytes / summary.entries)} bytes
an entry; the API process held ${before.toFixed(0)} MiB before it and ${most.toFixed(0)} MiB at most: it grew by ${(most - before).toFixed(0)} MiB (load ${load()}).`;
};

/** The logs, filled and signed. */
const filledLogs = async (): Promise<Filled> => {
  const before = await readFile(filledFile, 'utf8').catch(() => undefined);
  if (before !== undefined) return JSON.parse(before) as Filled;
  const logs = [await makeLog(sizes[0]), await makeLog(sizes[1])] as const;
  await product.stop();
  const began = performance.now();
  await fill(logs);
  const filled = (performance.now() - began) / 1_000;
  console.log(`filled in ${filled.toFixed(0)} s`);
  product = await startProduct(dataDir, settings);
  const started = performance.now();
  for (const log of logs) await untilSigned(log);
  const signed = (performance.now() - started) / 1_000;
  console.log(`signed in ${signed.toFixed(0)} s`);
  await writeFile(filledFile, JSON.stringify({ logs, filled, signed }));
  return { logs, filled, signed };
};

try {
  const { logs, filled, signed } = await filledLogs();
  const [small, large] = logs;
  const verified = [
    await verifiedEntries(small, ''),
    await verifiedEntries(large, `?cursor=${auditIdOf(entries - 5_000)}`),
  ];
  const rows: string[] = [];
  for (const request of auditRequests) if (request.name.includes(only)) rows.push(await measure(logs, request));
  const exportLines = await exportEnd(large);
  const report = `# The audit log over HTTP: 10,000 entries against ${entries.toLocaleString('en')}

${machineLines()}

The running product with two organizations in one database, asked by turns, ${rounds} requests each after ${warmUp} to warm up; the time is until
the answer is read. Pages have 100 entries with their personal data opened. Leaves, seals and signatures are real: exports of the smaller log
(${verified[0]} entries) and of the end of the larger one (${verified[1]}) verified. *load* is the load average as the row was measured.

| request | ${sizes.map((size) => `p50 / p95 ms at ${size.toLocaleString('en')}`).join(' | ')} | ratio of p95 | load |
|---|---|---|---|---|
${rows.join('\n')}

${exportLines}
The logs were filled in ${filled.toFixed(0)} s by SQL, and all of their entries signed for the first time within ${signed.toFixed(0)} s of the start.
`;
  if (entries >= leastKept && only === '') await keepReport('audit-log', report);
  else console.log(report);
} finally {
  await product.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}
