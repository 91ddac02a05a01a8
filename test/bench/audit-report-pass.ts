import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { ReportEvidenceReader } from '#apps/worker/reports/evidence/report-evidence-reader.js';
import { reportContents } from '#apps/worker/reports/generation/report-contents.js';
import { ReportGenerator } from '#apps/worker/reports/generation/report-generator.js';
import type { ReportFormat, ReportType } from '#libs/domain/report/report-types.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { createDirectoryBlobStore } from '#libs/ports/blob-store/directory/directory-blob-store.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { createEchoEngine } from '#libs/ports/inference/echo/echo-engine.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { reportWriters } from '#libs/reports/report-writers.js';
import { openReadModels } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import { AuditLogSummaryQueries } from '#projections/audit-log/audit-log-summary.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { ModelQueries } from '#projections/models/models.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';

/**
 * A program that generates one report as the worker does, and prints one line of JSON. Its argument, as JSON, is an
 * `AuditReportJob`.
 */
export interface AuditReportJob {
  connectionString: string;
  /** Folder of the blobs. */
  directory: string;
  organizationId: string;
  /** In hex. */
  masterKey: string;
  reportType: ReportType;
  format: ReportFormat;
}

export interface AuditReportPass {
  seconds: number;
  /** Bytes of the report. */
  size: number;
  /** Bytes of the process before it began, and at its highest. */
  idle: number;
  highest: number;
}

/** Bytes that a field of this process's status counts. */
const memory = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1_024;

const job = JSON.parse(process.argv[2] ?? '') as AuditReportJob;
const { connectionString, directory, organizationId, reportType, format } = job;
const masterKey = Buffer.from(job.masterKey, 'hex');
const pool = new Pool({ connectionString, max: 2 });
const dataSource = await openReadModels({ connectionString, poolSize: 4 });
const subjectKeys = await openPostgresSubjectKeys({ pool, masterKey });
const keys: DataKeys = {
  getOrCreate: async () => masterKey,
  get: async () => masterKey,
  destroy: async () => undefined,
};
const stored = await createDirectoryBlobStore({ directory, keys });
const blobs: Pick<CountedBlobStore, 'put'> = {
  put: async (id, content) => {
    const blob = await stored.put(id, content);
    return { ...blob, storedBytes: blob.size };
  },
};
const signatures = new PostgresLogSignatures(pool);
const organizations = new OrganizationQueries(dataSource);
const evidence = new ReportEvidenceReader({
  auditLog: new AuditLogSummaryQueries(dataSource, subjectKeys),
  organizations,
  apiKeys: new ApiKeyQueries(dataSource, subjectKeys),
  webhooks: new WebhookQueries(dataSource),
  certifications: new CertificationQueries(dataSource),
  holds: new HoldQueries(dataSource, subjectKeys),
  subjectKeys,
  // The organization has no webhooks, whose streams and secrets these would be.
  eventStore: new InMemoryEventStore(),
  secrets: new InMemoryKeyVault(),
  models: new ModelQueries(dataSource),
  inference: createEchoEngine(),
  settings: readSettings({ TRANSLEDGER_INFERENCE: 'echo' }),
});
const generator = new ReportGenerator({
  blobs,
  progress: { waitFor: async () => true },
  signed: { tree: new AuditLogTree(dataSource, signatures), signatures, noteAt: async () => '' },
  queries: {
    organizations,
    evidence,
    audit: new AuditFiguresQueries(dataSource, subjectKeys),
  },
  contents: reportContents,
  writers: reportWriters,
});

const idle = memory('VmRSS');
const began = performance.now();
const { blob } = await generator.generate({
  request: {
    reportId: 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    organizationId,
    reportType,
    period: { start: '2026-01-01', end: '2026-12-31' },
    format,
    requestedAt: new Date().toISOString(),
    estimatedCompletion: new Date().toISOString(),
  },
  position: '0' as Position,
  signal: new AbortController().signal,
  onProgress: async () => undefined,
});
const seconds = (performance.now() - began) / 1_000;
const outcome: AuditReportPass = { seconds, size: blob.size, idle, highest: memory('VmHWM') };
process.stdout.write(JSON.stringify(outcome));
await dataSource.destroy();
await pool.end();
