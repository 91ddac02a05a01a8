import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type ReportFormat, type ReportType, reportFormats, reportTypes } from '#libs/domain/report/report-types.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import type { AuditReportJob, AuditReportPass } from './audit-report-pass.js';
import { keepReport, machineLines } from './machine.js';
import { loadSealedLog, startOfLog } from './sealed-audit-log.js';
import { signLogs } from './signed-logs.js';

/**
 * Audit reports in each format, and every other report as PDF, over so many entries, by the generator of the worker
 * in a process of its own: from the database, where personal data are really sealed, into the encrypted file.
 */
const usualEntries = 1_000_000;
const entries = Number(process.env.ENTRIES ?? usualEntries);
const megabyte = 2 ** 20;
const organizationId = 'org_bench';
const masterKey = randomBytes(32);

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(join(folder, 'postgres'));
await migrateReadModels(server.url);
const pool = new Pool({ connectionString: server.url, max: 2 });
// The server goes while the pool says good-bye.
pool.on('error', () => undefined);
await migrateSubjectKeys(pool);
const dataSource = await openReadModels({ connectionString: server.url, poolSize: 4 });
const subjectKeys = await openPostgresSubjectKeys({ pool, masterKey });
await loadSealedLog({ pool, subjectKeys, organizationId, entries, perSeal: 100 });
await pool.query('analyze read_model.audit_log');
await pool.query(
  `insert into read_model.organization (id, name, tier, status, created_at) values ($1, 'Bench', 'max', 'active', $2)`,
  [organizationId, startOfLog],
);
await signLogs(pool, dataSource, [organizationId]);

const program = join(import.meta.dirname, 'audit-report-pass.js');
const passOf = (job: AuditReportJob): AuditReportPass =>
  // The flag of a worker.
  JSON.parse(
    execFileSync(process.execPath, ['--max-semi-space-size=2', program, JSON.stringify(job)], { encoding: 'utf8' }),
  ) as AuditReportPass;

const rows: string[] = [];
const made: [ReportType, ReportFormat][] = [
  ...reportFormats.map((format): [ReportType, ReportFormat] => ['audit', format]),
  ...reportTypes.filter((type) => type !== 'audit').map((type): [ReportType, ReportFormat] => [type, 'pdf']),
];
for (const [reportType, format] of made) {
  const directory = join(folder, 'blobs');
  const { seconds, size, idle, highest } = passOf({
    ...{ connectionString: server.url, directory, organizationId, reportType, format },
    masterKey: masterKey.toString('hex'),
  });
  const rate = Math.round(entries / seconds).toLocaleString('en');
  const mebibytes = [size, highest - idle, highest].map((bytes) =>
    (bytes / megabyte).toFixed(bytes < megabyte ? 1 : 0),
  );
  rows.push(`| ${[reportType, format, seconds.toFixed(1), rate, ...mebibytes].join(' | ')} |`);
  console.log(rows.at(-1));
}

const report = `# Reports

${machineLines()}

${entries.toLocaleString('en')} entries, a hundred acts of one client in one minute. Memory is the most that the process held, above what it held before it began and in all.

| report | format | seconds | entries/s | size, MiB | growth of memory, MiB | memory, MiB |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
if (entries === usualEntries) await keepReport('audit-report', report);
else console.log(report);

await dataSource.destroy();
await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
