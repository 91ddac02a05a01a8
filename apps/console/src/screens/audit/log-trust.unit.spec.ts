import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  consistencyProof,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  leafHash,
  makeVerifierKey,
  nodeHash,
  signNote,
} from '@transledger/sdk/verify';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkConsistency, pin, pinnedIn } from './log-trust';

const organization = 'org_1';
const origin = 'mt.example/org_1';
const secret = Uint8Array.from({ length: 32 }, (_, at) => at);

/** The beginning of a PKCS #8 file of Ed25519 (RFC 8410), before the 32 bytes of the key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicKey = (): Uint8Array => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' });
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
};

const leavesOf = (count: number, change = ''): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafHash(new TextEncoder().encode(`${change}entry ${at}`)));

/** The hash of a range of leaves, split as RFC 6962 does. */
const rangeHash = (leaves: readonly Uint8Array[]): Uint8Array => {
  const [first] = leaves;
  if (first === undefined) throw new Error('There is a leaf');
  if (leaves.length === 1) return first;
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeHash(rangeHash(leaves.slice(0, half)), rangeHash(leaves.slice(half)));
};

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** A log as its service shows it. */
const logOf = (leaves: readonly Uint8Array[], signedBy = secret) => ({
  checkpoint: async () => {
    const text = formatCheckpoint({ origin, size: leaves.length, root: rangeHash(leaves), extensions: [] });
    return { checkpoint: formatNote({ text, signatures: [await signNote(text, origin, signedBy)] }) };
  },
  consistency: async ({ from, to }: { from: string; to: string }) => {
    const proof = await consistencyProof(Number(from), Number(to), async ({ level, index }) =>
      rangeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );
    return { hashes: proof.map(base64) };
  },
});

describe('what a browser knows of a log', () => {
  let kept: Map<string, string>;
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  beforeEach(() => {
    kept = new Map();
    const verifierKey = formatVerifierKey(makeVerifierKey(origin, publicKey()));
    pin(store, organization, { verifierKey, checkpoint: null });
  });
  const check = (log: ReturnType<typeof logOf>) => checkConsistency(log, store, organization);

  it('a log that goes on is consistent with the one that was seen, and then the last one', async () => {
    expect(await check(logOf(leavesOf(3)))).toEqual({ kind: 'first', size: 3 });
    expect(await check(logOf(leavesOf(7)))).toEqual({ kind: 'consistent', from: 3, size: 7 });
    expect(await check(logOf(leavesOf(7)))).toEqual({ kind: 'consistent', from: 7, size: 7 });
  });

  it.each([
    ['of which an entry was changed', leavesOf(7, 'another ')],
    ['of which entries were removed', leavesOf(2)],
    ['of the same size that is another', leavesOf(3, 'another ')],
  ])('a log %s is inconsistent, and its checkpoint is not kept', async (_what, leaves) => {
    await check(logOf(leavesOf(3)));
    const before = pinnedIn(store, organization);
    expect(await check(logOf(leaves))).toMatchObject({ kind: 'inconsistent', from: 3 });
    expect(pinnedIn(store, organization)).toEqual(before);
  });

  it('a log that is signed with another key is that, and nothing of it is kept', async () => {
    await check(logOf(leavesOf(3)));
    const before = pinnedIn(store, organization);
    expect(await check(logOf(leavesOf(5), secret.toReversed()))).toEqual({ kind: 'otherKey' });
    expect(pinnedIn(store, organization)).toEqual(before);
  });

  it('what is stored and is no pin counts as none', () => {
    for (const value of ['', '{', '{}', '{"verifierKey":"x"}', 'null']) {
      kept.set(`transledger.log.${organization}`, value);
      expect(pinnedIn(store, organization)).toBeNull();
    }
  });
});
