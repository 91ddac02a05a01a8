import { parseNote, parseVerifierKey, verifyNote } from '@transledger/audit-proof';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LogKey } from '#libs/audit/log-key.js';
import type { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import type { LogSignerOptions } from './log-signer.js';
import { entries, organizationId, SigningFixture, signingSecret } from './signing.fixture.js';

let log: SigningFixture;
beforeAll(async () => {
  log = await SigningFixture.open();
});
afterAll(() => log.close());
beforeEach(() => log.reset());
afterEach(() => log.removeFolder());

describe('what was signed, outside the database', () => {
  const kept = async () => (await log.heads.find([organizationId])).get(organizationId);
  const forget = () => log.pool.query('truncate log_signatures.signed_log, log_signatures.node');
  /** The database as it was when it had signed less. */
  const restored = async (size: number): Promise<void> => {
    const later = log.heads;
    log.heads = log.headsIn('none');
    await forget();
    await log.sign(size);
    log.heads = later;
  };
  const look = (changed: Partial<LogSignerOptions> = {}) =>
    log.signer(0, changed).lookOutside(new AbortController().signal);

  it('it is there before the head is shown', async () => {
    const seen: unknown[] = [];
    const watched = Object.create(log.signatures) as PostgresLogSignatures;
    watched.replaceAll = async (...changes) => {
      seen.push((await kept())?.size);
      return log.signatures.replaceAll(...changes);
    };
    const signed = await log.sign(300, { signatures: watched });
    expect(seen).toEqual([300]);
    expect(signed.isKeptOutside).toBe(true);
    expect(await kept()).toMatchObject({ size: 300, origin: signed.origin, checkpoint: signed.checkpoint });
  });

  it('a head that was kept and never shown is the beginning of the next one', async () => {
    await log.sign(300);
    const interrupted = Object.create(log.signatures) as PostgresLogSignatures;
    interrupted.replaceAll = async () => undefined;
    await log.sign(700, { signatures: interrupted });
    expect([(await kept())?.size, (await log.signatures.find(organizationId))?.size]).toEqual([700, 300]);
    expect(await log.sign(900)).toMatchObject({ size: 900, stoppedBecause: undefined });
    expect(log.errors).toEqual([]);
  });

  it('a copy that is behind the database is brought up to it', async () => {
    await log.sign(300);
    const behind = log.heads;
    log.heads = log.headsIn('other');
    await log.pool.query('update log_signatures.signed_log set is_kept_outside = false');
    await log.sign(700);
    log.heads = behind;
    expect(await log.sign(900)).toMatchObject({ size: 900, stoppedBecause: undefined });
    expect((await kept())?.size).toBe(900);
  });

  it('a restored database that has lost entries signs no more, also while the log does not grow', async () => {
    await log.sign(700);
    await restored(500);
    await look({ tree: Object.assign(Object.create(log.tree), { size: async () => 500 }) });
    const stopped = 'it has fewer entries than were signed';
    expect(await log.signatures.find(organizationId)).toMatchObject({ size: 500, stoppedBecause: stopped });
    expect(log.errors).toMatchObject([{ organization: organizationId, size: 500, kept_size: 700, reason: stopped }]);
    expect((await kept())?.size).toBe(700);
  });

  it('one that grew past it with other entries signs no more', async () => {
    await log.sign(700);
    await restored(500);
    await log.tamper(
      `update read_model.audit_log set leaf_hash = sha256('x') where organization_id = '${organizationId}' and number = 600`,
    );
    const stopped = await log.sign(900);
    const original = Buffer.from(log.leaves[600] ?? []).toString('hex');
    await log.tamper(
      `update read_model.audit_log set leaf_hash = '\\x${original}' where organization_id = '${organizationId}' and number = 600`,
    );
    expect(stopped).toMatchObject({ size: 500, stoppedBecause: 'entries that were signed are not what they were' });
  });

  it('one that has lost only what was signed goes on', async () => {
    await log.sign(66_000);
    await restored(500);
    expect(await log.sign(entries)).toMatchObject({ size: entries, stoppedBecause: undefined });
    await forget();
    expect(await log.sign(entries)).toMatchObject({ size: entries, stoppedBecause: undefined });
    expect(log.errors).toEqual([]);
  });

  it('one that knows nothing of the organization any more is told of', async () => {
    await log.sign(700);
    await forget();
    await look({ tree: Object.assign(Object.create(log.tree), { size: async () => 0 }) });
    expect(await log.signatures.find(organizationId)).toMatchObject({ size: 700, stoppedBecause: expect.any(String) });
  });

  it('a copy that is gone stops signing, until the operator says that the log may go on', async () => {
    await log.sign(300);
    log.heads = log.headsIn('empty');
    const grown = Object.assign(Object.create(log.tree), { size: async () => 300 });
    await look({ tree: grown });
    const { stoppedBecause } = (await log.signatures.find(organizationId)) ?? {};
    expect(stoppedBecause).toBe('what was signed last is not to be found outside the database');
    await log.signatures.resume(organizationId, { withoutCopy: true });
    expect(await log.sign(500)).toMatchObject({ size: 500, stoppedBecause: undefined, isKeptOutside: true });
  });

  it('a signer that has lost its lease neither keeps nor shows anything', async () => {
    await log.sign(300);
    const lost = new AbortController();
    const slow = Object.assign(Object.create(log.tree), {
      roots: async (...of: Parameters<AuditLogTree['roots']>) => {
        const roots = await log.tree.roots(...of);
        if (of[1].includes(500)) lost.abort();
        return roots;
      },
    });
    await expect(log.signer(500, { tree: slow }).signAll(lost.signal)).rejects.toThrow();
    expect([(await kept())?.size, (await log.signatures.find(organizationId))?.size]).toEqual([300, 300]);
  });
});

describe('a new log', () => {
  const begun = { generation: 2, origin: `mt.example.com/${organizationId}/2`, validFrom: '2026-11-23T10:00:00.000Z' };

  it('a new log goes over what remains, with a name and a key of its own, and is not compared with the one before', async () => {
    const old = await log.sign(700);
    expect((await log.sign(500)).stoppedBecause).toBeDefined();
    await log.signatures.beginLog(organizationId, begun);
    const signed = await log.sign(501);
    expect(signed).toMatchObject({ origin: begun.origin, size: 501, stoppedBecause: undefined });
    expect(Buffer.from(signed.root).equals(log.rootOf(501))).toBe(true);
    expect((await log.heads.find([organizationId])).get(organizationId)).toMatchObject({
      origin: begun.origin,
      size: 501,
    });
    const [first, second] = await log.signatures.keys(organizationId);
    const verifies = async (note: string, period: typeof first) =>
      period !== undefined &&
      verifyNote(parseNote(note), parseVerifierKey(new LogKey(signingSecret, organizationId, period).verifierKey));
    expect([await verifies(old.checkpoint, first), await verifies(signed.checkpoint, second)]).toEqual([true, true]);
    expect(await verifies(signed.checkpoint, first)).toBe(false);
    expect((await log.sign(900)).size).toBe(900);
  });

  it('a database that does not know of it signs no more', async () => {
    await log.sign(300);
    await log.signatures.beginLog(organizationId, begun);
    await log.sign(400);
    await log.pool.query('truncate log_signatures.log_key');
    await log.pool.query(`update log_signatures.signed_log set origin = 'mt.example.com/${organizationId}'`);
    expect((await log.sign(500)).stoppedBecause).toBe('another log was signed, which the database does not know');
  });
});
