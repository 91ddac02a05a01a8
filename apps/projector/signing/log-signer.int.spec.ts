import {
  consistencyProof,
  inclusionProof,
  parseCheckpoint,
  parseNote,
  TreeBuilder,
  verifyConsistency,
  verifyInclusion,
} from '@transledger/audit-proof';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LogContinuation } from '#projections/audit-log/log-continuation.js';
import { logsToSign } from '#projections/audit-log/logs-to-sign.js';
import { entries, organizationId, SigningFixture } from './signing.fixture.js';

let log: SigningFixture;
beforeAll(async () => {
  log = await SigningFixture.open();
});
afterAll(() => log.close());
beforeEach(() => log.reset());
afterEach(() => log.removeFolder());

describe('a log that grows', () => {
  it.each([[1], [255], [256, 257], [300, 65_535, 65_536, 66_001]])(
    'its head is that of its entries, signed after %s',
    async (...sizes) => {
      for (const size of sizes) {
        const signed = await log.sign(size);
        expect(Buffer.from(signed.root).equals(log.rootOf(size))).toBe(true);
        const checkpoint = parseCheckpoint(parseNote(signed.checkpoint).text);
        expect(checkpoint).toMatchObject({ origin: `mt.example.com/${organizationId}`, size });
      }
      expect(log.errors).toEqual([]);
    },
  );

  it('proofs from what was kept verify against its root', async () => {
    await log.sign(300);
    const { root } = await log.sign(entries);
    const reader = log.tree.reader(organizationId);
    for (const index of [0, 255, 256, 65_535, 65_536, entries - 1]) {
      const proof = await inclusionProof(index, entries, reader);
      expect(verifyInclusion(log.leaves[index] ?? new Uint8Array(), index, { size: entries, root }, proof)).toBe(true);
    }
    for (const size of [1, 300, 65_536, entries]) {
      const proof = await consistencyProof(size, entries, reader);
      expect(verifyConsistency({ size, root: log.rootOf(size) }, { size: entries, root }, proof)).toBe(true);
    }
  });

  it('the subtrees of any range are those of its entries, many small ones at once', async () => {
    await log.sign(entries);
    const subtrees = [
      ...Array.from({ length: 200 }, (_, at) => ({ level: 1, index: 3 * at })),
      { level: 9, index: 1 },
      { level: 0, index: entries - 1 },
    ];
    const hashes = await log.tree.hashes(organizationId, subtrees);
    for (const [at, { level, index }] of subtrees.entries()) {
      const built = new TreeBuilder();
      for (const leaf of log.leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)) built.append(leaf);
      expect(Buffer.from(hashes[at] ?? []).equals(built.root())).toBe(true);
    }
    await expect(log.tree.hashes(organizationId, [{ level: 9, index: 129 }])).rejects.toThrow(RangeError);
    await expect(log.tree.hashes(organizationId, [{ level: 0, index: entries }])).rejects.toThrow(RangeError);
  });

  it('its name stays what it was when it was first signed, whatever the service is called later', async () => {
    await log.sign(10);
    expect((await log.sign(20, { host: 'elsewhere.example.com' })).origin).toBe(`mt.example.com/${organizationId}`);
  });

  it('of two who sign at the same time both come to the same head', async () => {
    await log.sign(300);
    const signal = new AbortController().signal;
    await Promise.all([log.signer(5_000).signAll(signal), log.signer(5_000).signAll(signal)]);
    expect(await log.signatures.find(organizationId)).toMatchObject({ size: 5_000, stoppedBecause: undefined });
    expect(log.errors).toEqual([]);
  });

  it('those that have grown are found, and those that are signed to their end or stopped are not', async () => {
    const find = () => logsToSign(log.readModels.dataSource);
    await log.pool.query(
      `insert into read_model.organization (id, name, tier, status, created_at) values ($1, 'A', 'max', 'active', now())
        on conflict do nothing`,
      [organizationId],
    );
    expect(await find()).toEqual([{ organizationId, size: entries }]);
    await log.sign(entries - 1);
    expect(await find()).toEqual([{ organizationId, size: entries }]);
    await log.sign(entries);
    expect(await find()).toEqual([]);
    await log.signatures.stop(organizationId, 'x');
    expect(await find()).toEqual([]);
  });
});

describe('a log that is not what was signed', () => {
  it('one with fewer entries is signed no more, once everything is in the read model', async () => {
    await log.sign(300);
    await log.sign(200, { isCaughtUp: async () => false });
    expect(await log.signatures.find(organizationId)).toMatchObject({ size: 300, stoppedBecause: undefined });
    expect(await log.sign(200)).toMatchObject({ size: 300, stoppedBecause: 'it has fewer entries than were signed' });
    expect(log.errors).toHaveLength(1);
  });

  it('one whose last entries were changed is signed no more', async () => {
    await log.sign(300);
    const original = log.leaves[299] ?? new Uint8Array();
    const write = (hash: string) =>
      log.tamper(
        `update read_model.audit_log set leaf_hash = ${hash} where organization_id = '${organizationId}' and number = 299`,
      );
    await write(`sha256('another')`);
    const stopped = await log.sign(400);
    await write(`'\\x${Buffer.from(original).toString('hex')}'`);
    expect(stopped).toMatchObject({ size: 300, stoppedBecause: 'entries that were signed are not what they were' });
  });

  it('an entry that was changed beneath a kept root is found where all entries are looked at', async () => {
    await log.sign(entries);
    const continuation = new LogContinuation(log.tree, log.signatures);
    expect(await continuation.isAsKept(organizationId, entries)).toBe(true);
    const original = Buffer.from(log.leaves[5_000] ?? []).toString('hex');
    const write = (hash: string) =>
      log.tamper(
        `update read_model.audit_log set leaf_hash = ${hash} where organization_id = '${organizationId}' and number = 5000`,
      );
    await write(`sha256('another')`);
    const isAsKept = await continuation.isAsKept(organizationId, entries);
    await write(`'\\x${original}'`);
    expect(isAsKept).toBe(false);
    await log.pool.query(`update log_signatures.node set hash = sha256('another') where level = 16`);
    expect(await continuation.isAsKept(organizationId, entries)).toBe(false);
  });

  it('a log that cannot be read is told of, and the others are signed', async () => {
    const both = async () => [
      { organizationId: 'org_none', size: 5 },
      { organizationId, size: 300 },
    ];
    expect(await log.sign(300, { logsToSign: both })).toMatchObject({ size: 300 });
    expect(log.errors).toMatchObject([{ organization: 'org_none' }]);
  });
});
