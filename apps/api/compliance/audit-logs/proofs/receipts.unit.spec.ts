import { leafHash } from '@transledger/audit-proof';
import { describe, expect, it } from 'vitest';
import { EntryProofs, type FoundEntry } from './entry-proofs.js';
import { signedLogOf } from './log.fixture.js';
import { Receipts } from './receipts.js';

const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const entryAt = (number: number) =>
  ({
    record: { id: `aud_${number}`, action: 'translate', openings: [] },
    entry: { id: `aud_${number}`, number, commitments: {}, metadata: {} },
    leafHash: leaves[number],
  }) as unknown as FoundEntry;

/** A log of nine entries, seven of them signed; each is the entry of the request of its number. */
const opened = async () => {
  const log = await signedLogOf('org_a', leaves, 7);
  const proofs = new EntryProofs(log.logs, log.tree);
  const queries = {
    idOfRequest: async (_: string, requestId: string) =>
      requestId === 'req_x' ? undefined : `aud_${requestId.slice(4)}`,
    one: async (_: string, id: string) => entryAt(Number(id.slice(4))),
  };
  const ownWrites = { findUnchanging: <T>(_: string, find: () => Promise<T>) => find() };
  const publicUrl = 'https://mt.example.com';
  return { ...log, receipts: new Receipts({ proofs, logs: log.logs, queries, ownWrites, publicUrl }) };
};

const logs = 'https://mt.example.com/v1/compliance/audit-logs';

describe('receipts', () => {
  it('a receipt has the entry, its proof, and a key that signed the checkpoint', async () => {
    const { receipts, logs: signed } = await opened();
    expect(await receipts.of('org_a', entryAt(3))).toMatchObject({
      entry: { id: 'aud_3', action: 'translate' },
      openings: [],
      leaf_index: 3,
      tree_size: 7,
      verifier_key: (await signed.keys('org_a'))[0]?.verifierKey,
    });
  });

  it('it is of the newest tree that a witness cosigned, if the entry is in that', async () => {
    const { receipts, cosigned } = await opened();
    const line = '— w1.example AAAAAAAA\n';
    cosigned.set(5, [line]);
    const [inside, behind] = [await receipts.of('org_a', entryAt(3)), await receipts.of('org_a', entryAt(6))];
    expect(inside).toMatchObject({
      tree_size: 5,
      cosignatures: [line],
      checkpoint: expect.stringMatching(/AAAAAAAA\n$/),
    });
    expect(behind).toMatchObject({ tree_size: 7, cosignatures: [] });
  });

  it('it has the first time stamp of a tree with the entry', async () => {
    const { receipts, stamped } = await opened();
    stamped.push(2, 5, 6);
    expect(await receipts.of('org_a', entryAt(3))).toMatchObject({ tree_size: 7, timestamps: [{ size: 5 }] });
    expect(await receipts.of('org_a', entryAt(6))).toMatchObject({ tree_size: 7, timestamps: [] });
  });

  it('that of a request is that of the entry which it left', async () => {
    const { receipts } = await opened();
    expect(await receipts.ofRequest('org_a', 'req_5')).toMatchObject({
      url: `${logs}/aud_5/receipt`,
      receipt: { entry: { id: 'aud_5' } },
    });
    expect(await receipts.urlOfRequest('org_a', 'req_5')).toBe(`${logs}/aud_5/receipt`);
  });

  it('of an entry that is not signed in time it says where it will be', async () => {
    const { receipts } = await opened();
    expect(await receipts.ofRequest('org_a', 'req_8')).toEqual({ url: `${logs}/aud_8/receipt` });
  });

  it('of a request whose entry is not there yet it says where the entry will be', async () => {
    const { receipts } = await opened();
    expect(await receipts.ofRequest('org_a', 'req_x')).toEqual({ url: `${logs}?request_id=req_x` });
    expect(await receipts.urlOfRequest('org_a', 'req_x')).toBe(`${logs}?request_id=req_x`);
  });
});
