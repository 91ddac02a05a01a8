import { leafHash, parseVerifierKey, verifyConsistency } from '@transledger/audit-proof';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { OwnWrites } from '../../../access/own-writes.js';
import { validated } from '../../../http/validation.js';
import { EntryProofs } from './entry-proofs.js';
import { signedLogOf } from './log.fixture.js';
import { ProofsController } from './proofs.controller.js';
import { ConsistencyQuery, SizeQuery } from './proofs.dto.js';
import { Receipts } from './receipts.js';

const { organizationId } = accessOfKey();
const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const entry = (number: number) => ({
  record: { id: `aud_${number}`, openings: [] },
  entry: { id: `aud_${number}`, number, commitments: {}, metadata: {} },
  leafHash: leaves[number],
});

const began = '2026-11-21T08:00:00.000Z';
let log: Awaited<ReturnType<typeof signedLogOf>>;
let controller: ProofsController;
beforeEach(async () => {
  log = await signedLogOf(organizationId, leaves, 7);
  const queries = {
    one: async (_: string, id: string) => (id === 'aud_x' ? undefined : entry(Number(id.slice(4)))),
    beginOf: async () => began,
  };
  const proofs = new EntryProofs(log.logs, log.tree);
  const ownWrites = { findUnchanging: (_: string, find: () => unknown) => find() } as unknown as OwnWrites;
  const known = queries as unknown as AuditLogQueries;
  const receipts = new Receipts({ proofs, logs: log.logs, queries: known, ownWrites, publicUrl: 'http://x' });
  controller = new ProofsController(log.logs, proofs, receipts, log.tree, known, ownWrites);
});

describe('proofs of the own log', () => {
  it('the checkpoint is the newest, or that of a size, without the key', async () => {
    const newest = await controller.checkpoint(requestOf(), {});
    expect(newest).toEqual({
      origin: log.signed.origin,
      size: 7,
      root_hash: Buffer.from(log.rootOf(7)).toString('base64'),
      signed_at: log.signed.signedAt,
      checkpoint: log.signed.checkpoint,
      cosignatures: [],
      timestamps: [],
    });
    expect((await controller.checkpoint(requestOf(), { size: '2' })).size).toBe(2);
    log.stamped.push(3, 5);
    expect(await controller.checkpoint(requestOf(), { size: '4' })).toMatchObject({ timestamps: [{ size: 3 }] });
  });

  it('a consistency proof leads from an earlier root to a later one', async () => {
    const { hashes } = await controller.consistency(requestOf(), { from: '3', to: '6' });
    const [old, current] = [3, 6].map((size) => ({ size, root: log.rootOf(size) }));
    if (old === undefined || current === undefined) throw new Error('There are two');
    expect(
      verifyConsistency(
        old,
        current,
        hashes.map((hash) => Buffer.from(hash, 'base64')),
      ),
    ).toBe(true);
  });

  it.each([
    ['7', '8', 'to', 'must be from 1 to 7, the size that is signed'],
    ['6', '5', 'from', 'must not be more than to'],
  ])('sizes from %s to %s are refused by name', async (from, to, name, what) => {
    expect(await rejectionOf(() => controller.consistency(requestOf(), { from, to }))).toMatchObject({
      code: 'invalid_request',
      details: { [name]: [what] },
    });
  });

  it.each([
    [SizeQuery, { size: '0' }],
    [SizeQuery, { size: '1e3' }],
    [SizeQuery, { sise: '1' }],
    [ConsistencyQuery, { from: '1', to: '-1' }],
  ])('a query that names no size is refused', async (type: new () => object, query) => {
    expect((await rejectionOf(async () => validated(type, query))).code).toBe('invalid_request');
  });

  it('the key verifies what is signed', async () => {
    const { keys } = await controller.keys(requestOf());
    expect(keys).toMatchObject([
      { name: log.signed.origin, algorithm: 'Ed25519', valid_from: began, valid_until: null },
    ]);
    expect(parseVerifierKey(keys[0]?.verifier_key ?? '').name).toBe(log.signed.origin);
  });

  it('the proof of an entry that is not signed yet, or not there, is not_found', async () => {
    expect(await controller.proof(requestOf(), 'aud_3', {})).toMatchObject({ entry_id: 'aud_3', tree_size: 7 });
    for (const id of ['aud_8', 'aud_x'])
      expect(await rejectionOf(() => controller.proof(requestOf(), id, {}))).toMatchObject({ code: 'not_found' });
  });

  it('a receipt is a file with all that verifies the entry', async () => {
    const reply = new RecordedReply();
    await controller.receipt(requestOf(), reply.asReply, 'aud_3');
    expect(JSON.parse(String(reply.sent))).toMatchObject({
      entry: { id: 'aud_3' },
      leaf_index: 3,
      tree_size: 7,
      checkpoint: log.signed.checkpoint,
      verifier_key: expect.stringMatching(/^mt\.example\.com/),
    });
    const other = new RecordedReply();
    expect(await rejectionOf(() => controller.receipt(requestOf(), other.asReply, 'aud_8'))).toMatchObject({
      code: 'not_found',
    });
  });
});
