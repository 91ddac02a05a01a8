import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { emptyEvidence } from '#libs/reports/report-evidence.fixture.js';
import { reportWriters } from '#libs/reports/report-writers.js';
import { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import { signLogs } from '#test/bench/signed-logs.js';
import { collectGarbage } from '#test/fakes/garbage.js';
import { reportRequest } from '#test/fakes/report-events.js';
import { reportContents } from './report-contents.js';
import { ReportGenerator } from './report-generator.js';

const entries = 40_000;
const organizationId = 'org_1';
/** Pieces of the file between two looks at the memory. */
const lookEvery = 10;
const megabyte = 2 ** 20;

const held = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

let fixture: ReadModelFixture;
beforeAll(async () => {
  fixture = await ReadModelFixture.open();
  const bulk = { subjects: 1, sealedClient: 'x'.repeat(240), start: '2026-11-21T10:00:00.000Z', secondsApart: 1 };
  await loadAuditLog(fixture.pool, { ...bulk, organizationId, entries });
});
afterAll(() => fixture.close());

it.each([
  ['json', 8, 1],
  ['csv', 8, 1],
  // It is packed, and its small sheets come before the first entries.
  ['xlsx', 0.5, 4],
] as const)('an audit report as %s holds no more at its end than at its beginning', async (format, least, before) => {
  const { dataSource, pool } = fixture;
  await signLogs(pool, dataSource, [organizationId]);
  const signatures = new PostgresLogSignatures(pool);
  const subjectKeys = {
    find: async () => undefined,
    openMany: async (items: readonly unknown[]) => items.map(() => ({})),
  };
  const looks: number[] = [];
  let bytes = 0;
  const generator = new ReportGenerator({
    blobs: {
      put: async (id, content) => {
        let pieces = 0;
        for await (const piece of content) {
          bytes += piece.length;
          if (pieces % lookEvery === 0) looks.push(held());
          pieces += 1;
        }
        return { id, size: bytes, sha256: '', storedBytes: bytes };
      },
    },
    progress: { waitFor: async () => true },
    signed: { tree: new AuditLogTree(dataSource, signatures), signatures, noteAt: async () => '' },
    queries: {
      organizations: new OrganizationQueries(dataSource),
      evidence: { of: () => emptyEvidence },
      audit: new AuditFiguresQueries(dataSource, subjectKeys),
    },
    contents: reportContents,
    writers: reportWriters,
  });
  const { treeSize } = await generator.generate({
    request: {
      ...reportRequest,
      organizationId,
      reportType: 'audit',
      period: { start: '2026-11-21', end: '2026-12-31' },
      format,
    },
    position: '0' as Position,
    signal: new AbortController().signal,
    onProgress: async () => undefined,
  });
  expect(treeSize).toBe(entries);
  expect(bytes).toBeGreaterThan(least * megabyte);
  expect(looks.length).toBeGreaterThan(6);
  const [first = 0] = looks.slice(before);
  // Seen: up to 3 MiB more, while code is compiled.
  expect(Math.max(...looks.slice(before)) - first).toBeLessThan(6 * megabyte);
});
