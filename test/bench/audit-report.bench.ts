import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { reportContents } from '#apps/worker/reports/generation/report-contents.js';
import { ReportGenerator } from '#apps/worker/reports/generation/report-generator.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createDirectoryBlobStore } from '#libs/ports/blob-store/directory/directory-blob-store.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { emptyEvidence } from '#libs/reports/report-evidence.fixture.js';
import { reportWriters } from '#libs/reports/report-writers.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { keepReport, machineLines } from './machine.js';
import { loadSealedLog } from './sealed-audit-log.js';
import { signLogs } from './signed-logs.js';

/**
 * Audit reports over so many entries, by the generator of the worker: from the database, where personal data are really
 * sealed, into the encrypted file.
 */
const usualEntries = 200_000;
const entries = Number(process.env.ENTRIES ?? usualEntries);
const megabyte = 2 ** 20;
const organizationId = 'org_bench';

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(join(folder, 'postgres'));
await migrateReadModels(server.url);
const pool = new Pool({ connectionString: server.url, max: 2 });
// The server goes while the pool says good-bye.
pool.on('error', () => undefined);
await migrateSubjectKeys(pool);
const dataSource = await openReadModels({ connectionString: server.url, poolSize: 4 });
const subjectKeys = await openPostgresSubjectKeys({ pool, masterKey: randomBytes(32) });
await loadSealedLog({ pool, subjectKeys, organizationId, entries, perSeal: 100 });
await pool.query('analyze read_model.audit_log');
await signLogs(pool, dataSource, [organizationId]);

const key = randomBytes(32);
const keys: DataKeys = { getOrCreate: async () => key, get: async () => key, destroy: async () => undefined };
const blobs = await createDirectoryBlobStore({ directory: join(folder, 'blobs'), keys });
const signatures = new PostgresLogSignatures(pool);
const generator = new ReportGenerator({
  blobs,
  progress: { waitFor: async () => true },
  signed: { tree: new AuditLogTree(dataSource, signatures), signatures },
  queries: {
    organizations: new OrganizationQueries(dataSource),
    evidence: { of: () => emptyEvidence },
    audit: new AuditFiguresQueries(dataSource, subjectKeys),
  },
  contents: reportContents,
  writers: reportWriters,
});

const rows: string[] = [];
for (const format of ['json', 'csv'] as const) {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const began = performance.now();
  const { blob } = await generator.generate({
    request: {
      reportId: 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
      organizationId,
      reportType: 'audit',
      period: { start: '2026-01-01', end: '2026-12-31' },
      format,
      requestedAt: new Date().toISOString(),
      estimatedCompletion: new Date().toISOString(),
    },
    position: '0' as Position,
    signal: new AbortController().signal,
    onProgress: async () => undefined,
  });
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1_000;
  const rate = Math.round(entries / seconds).toLocaleString('en');
  rows.push(
    `| ${format} | ${seconds.toFixed(1)} | ${rate} | ${Math.round(blob.size / megabyte)} | ${Math.round((most - before) / megabyte)} | ${Math.round(most / megabyte)} |`,
  );
  console.log(rows.at(-1));
}

const report = `# Audit reports

${machineLines()}

${entries.toLocaleString('en')} entries, a hundred acts of one client in one minute. Memory is the most that the whole process held, which has loaded the log before.

| format | seconds | entries/s | size, MiB | growth of memory, MiB | memory, MiB |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
if (entries === usualEntries) await keepReport('audit-report', report);
else console.log(report);

await dataSource.destroy();
await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
