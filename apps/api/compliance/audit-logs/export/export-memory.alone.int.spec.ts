import { verifyExport } from '@transledger/audit-proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import { signLogs } from '#test/bench/signed-logs.js';
import { collectGarbage } from '#test/fakes/garbage.js';
import { ExportStream } from './export-stream.js';

const entries = 40_000;
const organizationId = 'org_1';
/** Pages between two looks at the memory. */
const lookEvery = 10;

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

it('an export, and its verification, hold no more at the end than at the beginning', async () => {
  const queries = new AuditLogExportQueries(fixture.dataSource, {
    find: async () => undefined,
    openMany: async (items) => items.map(() => ({})),
  });
  const tree = await signLogs(fixture.pool, fixture.dataSource, [organizationId]);
  const nothing = async () => undefined;
  const stream = new ExportStream(
    {
      exportId: 'exp_1',
      organizationId,
      format: 'ndjson',
      filter: {},
      after: -1,
      head: await tree.newest(organizationId),
      follow: undefined,
      gone: new AbortController().signal,
    },
    { entries: queries, tree, peopleOf: async () => ({}), assertAllowed: nothing, onWhole: nothing, onBroken: nothing },
  );
  const looks: number[] = [];
  let bytes = 0;
  const watched = async function* () {
    let pieces = 0;
    for await (const piece of stream.bytes()) {
      bytes += piece.length;
      if (pieces % lookEvery === 0) looks.push(held());
      pieces += 1;
      yield piece;
    }
  };
  // The hashes of leaves in this log are placeholders: it goes through all lines, up to the root.
  expect(await verifyExport(watched())).toMatchObject({ fault: { line: entries + 1 } });
  const [, first = 0, ...later] = looks;
  expect(later.length).toBeGreaterThan(4);
  expect(bytes).toBeGreaterThan(40 * 2 ** 20);
  // Seen: up to 2 MiB less.
  expect((Math.max(...later) - first) / 2 ** 20).toBeLessThan(16);
});
