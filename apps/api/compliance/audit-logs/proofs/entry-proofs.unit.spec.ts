import { leafHash, verifyInclusion } from '@transledger/audit-proof';
import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { EntryProofs, type FoundEntry } from './entry-proofs.js';
import { signedLogOf } from './log.fixture.js';

const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const openings = [{ field: 'user_id', value: 'ada', salt: 'c2FsdA==' }];
const entryAt = (number: number) =>
  ({
    record: { openings },
    entry: { id: `aud_${number}`, number, commitments: {}, metadata: {} },
    leafHash: leaves[number],
  }) as unknown as FoundEntry;

const opened = async () => {
  const log = await signedLogOf('org_a', leaves, 7);
  return { ...log, proofs: new EntryProofs(log.logs, log.tree) };
};

it('a proof leads from the leaf to the root that is signed, of the newest tree or an earlier one', async () => {
  const { proofs, rootOf, signed } = await opened();
  for (const size of [undefined, 5, 7]) {
    const proof = await proofs.of('org_a', entryAt(3), size);
    const treeSize = size ?? 7;
    expect(proof).toMatchObject({ entry_id: 'aud_3', leaf_index: 3, tree_size: treeSize, openings });
    const hashes = proof?.hashes.map((hash) => Buffer.from(hash, 'base64')) ?? [];
    const head = { size: treeSize, root: rootOf(treeSize) };
    expect(verifyInclusion(leaves[3] ?? new Uint8Array(), 3, head, hashes)).toBe(true);
    if (treeSize === 7) expect(proof?.checkpoint).toBe(signed.checkpoint);
  }
});

it('an entry that is not signed yet has no proof, and none in a tree without it', async () => {
  const { proofs } = await opened();
  expect(await proofs.of('org_a', entryAt(7))).toBeUndefined();
  expect(await rejectionOf(() => proofs.of('org_a', entryAt(3), 3))).toMatchObject({
    code: 'invalid_request',
    details: { size: ['must be more than 3'] },
  });
});

/** Proofs over a log that can be exchanged for another, and the subtrees that were read of it. */
const withReads = async () => {
  const state = { log: await signedLogOf('org_a', leaves, 7) };
  const reads: string[] = [];
  const logs = {
    newest: (id: string) => state.log.logs.newest(id),
    headAt: (id: string, size: number) => state.log.logs.headAt(id, size),
  };
  const reader = (id: string) => {
    const read = state.log.tree.reader(id);
    return (subtree: { level: number; index: number }) => {
      reads.push(`${subtree.level} ${subtree.index}`);
      return read(subtree);
    };
  };
  return { proofs: new EntryProofs(logs, { reader }), state, reads };
};

it('what was read for a proof is not read again for another', async () => {
  const { proofs, reads } = await withReads();
  const first = await proofs.of('org_a', entryAt(3));
  expect(reads.sort()).toEqual(['0 2', '0 6', '1 0', '1 2']);
  expect(await proofs.of('org_a', entryAt(3))).toEqual(first);
  await proofs.of('org_a', entryAt(2));
  expect(reads.slice(4)).toEqual(['0 3']);
});

it('hashes of a log that was begun anew are read again', async () => {
  const { proofs, state } = await withReads();
  await proofs.of('org_a', entryAt(3));
  const others = leaves.map((_, at) => leafHash(Buffer.from(`other leaf ${at}`)));
  state.log = await signedLogOf('org_a', others, 7);
  const proof = await proofs.of('org_a', { ...entryAt(3), leafHash: others[3] ?? new Uint8Array() });
  const hashes = proof?.hashes.map((hash) => Buffer.from(hash, 'base64')) ?? [];
  expect(verifyInclusion(others[3] ?? new Uint8Array(), 3, { size: 7, root: state.log.rootOf(7) }, hashes)).toBe(true);
});
