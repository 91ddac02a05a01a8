import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyExport } from '@transledger/audit-proof';
import { Pool } from 'pg';
import { ExportStream } from '#apps/api/compliance/audit-logs/export/export-stream.js';
import type { SignedLogs } from '#apps/api/compliance/audit-logs/proofs/signed-logs.js';
import { exportFormats } from '#libs/domain/audit-export/audit-export.events.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { keepReport, machineLines } from './machine.js';
import { loadSealedLog } from './sealed-audit-log.js';
import { signLogs } from './signed-logs.js';

/**
 * Exports of a log of so many entries, from the database to the last byte, with leaves and openings, personal data really
 * sealed. The acts of a client within a minute share what is sealed of it, so that there are two logs: of one whose
 * clients act a hundred times a minute, and of one where each act is sealed apart.
 */
const usualEntries = 50_000;
const entries = Number(process.env.ENTRIES ?? usualEntries);
const megabyte = 2 ** 20;

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
await migrateReadModels(server.url);
const pool = new Pool({ connectionString: server.url, max: 2 });
await migrateSubjectKeys(pool);
const dataSource = await openReadModels({ connectionString: server.url, poolSize: 4 });
const subjectKeys = await openPostgresSubjectKeys({ pool, masterKey: randomBytes(32) });

const source = new AuditLogExportQueries(dataSource, subjectKeys);

const exportOf = async (tree: SignedLogs, organizationId: string, format: (typeof exportFormats)[number]) => {
  const head = await tree.newest(organizationId);
  const begun = { exportId: 'exp_1', organizationId, format, filter: {}, after: -1, head, follow: undefined };
  const nothing = async () => undefined;
  const ports = {
    entries: source,
    tree,
    peopleOf: async () => ({}),
    assertAllowed: nothing,
    onWhole: nothing,
    onBroken: nothing,
  };
  return new ExportStream({ ...begun, gone: new AbortController().signal }, ports);
};

const rows: string[] = [];
const logs = [
  ['shared seals', 'org_shared', 100],
  ['each sealed apart', 'org_apart', 1],
] as const;
for (const [, organizationId, perSeal] of logs) {
  await loadSealedLog({ pool, subjectKeys, organizationId, entries, perSeal });
}
const organizationIds = logs.map(([, organizationId]) => organizationId);
const tree = await signLogs(pool, dataSource, organizationIds);
for (const [name, organizationId] of logs) {
  for (const format of exportFormats) {
    const stream = await exportOf(tree, organizationId, format);
    const before = process.memoryUsage().rss;
    let most = before;
    let bytes = 0;
    const began = performance.now();
    for await (const piece of stream.bytes()) {
      bytes += piece.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    const seconds = (performance.now() - began) / 1_000;
    const rate = Math.round(entries / seconds).toLocaleString('en');
    const grown = Math.round((most - before) / megabyte);
    rows.push(`| ${format}, ${name} | ${rate} | ${Math.round(bytes / entries)} | ${grown} |`);
    console.log(rows.at(-1));
  }
}

const verifying = await exportOf(tree, 'org_shared', 'ndjson');
const began = performance.now();
const verdict = await verifyExport(verifying.bytes());
if ('fault' in verdict) throw new Error(`The export does not verify: ${verdict.fault.reason}`);
const both = (performance.now() - began) / 1_000;
rows.push(
  `| ndjson, shared seals, made and verified in one process | ${Math.round(entries / both).toLocaleString('en')} | | |`,
);

const report = `# Export of the audit log

${machineLines()}

${entries.toLocaleString('en')} entries. Of *shared seals* a hundred acts have one client in one minute; *each sealed apart* is the worst case.

| format | entries/s | bytes an entry | growth of memory, MiB |
|---|---|---|---|
${rows.join('\n')}
`;
if (entries === usualEntries) await keepReport('audit-export', report);
else console.log(report);

await dataSource.destroy();
await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
