import { TreeBuilder } from '@transledger/audit-proof';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LogKeys } from '#libs/audit/log-key.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresCosignatures } from '#libs/ports/log-signatures/postgres-cosignatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { PostgresTimeStamps } from '#libs/ports/log-signatures/postgres-time-stamps.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { SignedLogs, type SignedLogsOptions } from './signed-logs.js';

const organizationId = 'org_a';
const origin = `mt.example.com/${organizationId}`;
const signingSecret = new Uint8Array(32).fill(1);
/** Two tiles and entries behind them, all of them signed. */
const entries = 700;

describe('heads of earlier sizes, over a database that somebody has written to', () => {
  let fixture: ReadModelFixture;
  let signatures: PostgresLogSignatures;
  let logs: SignedLogs;
  let leaves: Uint8Array[];
  let lines: object[];

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    const { pool, dataSource } = fixture;
    await migrateLogSignatures(pool);
    const bulk = { entries, subjects: 1, sealedClient: 'x', start: '2026-11-21T10:00:00.000Z', secondsApart: 1 };
    await loadAuditLog(pool, { ...bulk, organizationId });
    signatures = new PostgresLogSignatures(pool);
    const tree = new AuditLogTree(dataSource, signatures);
    leaves = await tree.leaves(organizationId, 0, entries);
    logs = new SignedLogs({
      tree,
      signatures,
      cosignatures: new PostgresCosignatures(pool),
      timeStamps: new PostgresTimeStamps(pool),
      signingSecret,
      logger: { error: (fields: object) => lines.push(fields) } as unknown as SignedLogsOptions['logger'],
    });
  });
  afterAll(() => fixture.close());

  beforeEach(async () => {
    lines = [];
    await fixture.pool.query('truncate log_signatures.signed_log, log_signatures.node');
    const tree = new TreeBuilder();
    const nodes = leaves.flatMap((leaf) => tree.append(leaf));
    await signatures.keep(
      organizationId,
      nodes.filter(({ subtree }) => subtree.level === 8),
    );
    const head = { size: entries, root: tree.root() };
    const checkpoint = await new LogKeys(signingSecret, organizationId, [firstKeyOf(origin)]).sign(
      origin,
      head,
      new Date(),
    );
    await signatures.replace(undefined, {
      organizationId,
      origin,
      ...head,
      checkpoint,
      signedAt: new Date().toISOString(),
      stoppedBecause: undefined,
      isKeptOutside: true,
    });
  });

  /** Writes the hash of an entry as a superuser can, who turns the triggers off. */
  const writeHash = async (number: number, hash: Uint8Array): Promise<void> => {
    await fixture.pool.query('alter table read_model.audit_log disable trigger user');
    await fixture.pool.query(
      'update read_model.audit_log set leaf_hash = $3 where organization_id = $1 and number = $2',
      [organizationId, number, Buffer.from(hash)],
    );
    for (const name of ['refuse_change', 'refuse_truncate'])
      await fixture.pool.query(`alter table read_model.audit_log enable always trigger ${name}`);
  };

  const tileRoot = (changedAt: number, hash: Uint8Array): Uint8Array => {
    const tree = new TreeBuilder();
    for (const leaf of leaves.slice(0, 256).with(changedAt, hash)) tree.append(leaf);
    return tree.root();
  };

  it.each([false, true])(
    'nothing is signed over an entry of a complete tile that was changed (its kept root too: %s)',
    async (isRootKeptAnew) => {
      const forged = new Uint8Array(32).fill(9);
      await writeHash(10, forged);
      if (isRootKeptAnew)
        await fixture.pool.query('update log_signatures.node set hash = $1 where level = 8 and index = 0', [
          Buffer.from(tileRoot(10, forged)),
        ]);
      try {
        expect(await rejectionOf(() => logs.headAt(organizationId, 100))).toMatchObject({
          code: 'service_unavailable',
        });
        const stoppedBecause = 'entries that were signed are not what they were';
        expect(await signatures.find(organizationId)).toMatchObject({ size: entries, stoppedBecause });
        expect(lines).toMatchObject([{ organization: organizationId, reason: stoppedBecause }]);
      } finally {
        await writeHash(10, leaves[10] ?? new Uint8Array());
      }
    },
  );

  it('every earlier size of a log that nobody touched is signed', async () => {
    for (const size of [1, 100, 256, 257, 512, entries - 1]) {
      const { fields } = await logs.headAt(organizationId, size);
      const tree = new TreeBuilder();
      for (const leaf of leaves.slice(0, size)) tree.append(leaf);
      expect(fields).toMatchObject({ size, root_hash: Buffer.from(tree.root()).toString('base64') });
    }
    expect(await signatures.find(organizationId)).toMatchObject({ stoppedBecause: undefined });
  });
});
