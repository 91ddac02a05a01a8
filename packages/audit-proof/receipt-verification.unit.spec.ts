import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { toBase64 } from './bytes.js';
import { publicKeyOf } from './ed25519.js';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  makeVerifierKey,
  parseVerifierKey,
  signNote,
  TreeBuilder,
  verifyReceipt,
} from './index.js';

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const name = 'example.org/org_1';
const index = 3;
const size = 6;

const clear = {
  id: 'aud_00000000000037777777777777',
  timestamp: '2026-11-21T10:00:00.000Z',
  action: 'detect',
  resource: 'text',
  resource_id: 'req_3',
  key_id: 'key_1',
  request_id: 'req_3',
  result: 'success',
};
const personal = { user_id: 'ada', ip_address: '192.0.2.7', user_agent: 'curl/8' };
const salt = createHash('sha256').update('salt').digest();
const openings = Object.entries(personal).map(([field, value]) => ({ field, value, salt: salt.toString('base64') }));
const commitments = Object.fromEntries(
  Object.entries(personal).map(([field, value]) => [
    field,
    createHash('sha256').update(salt).update(JSON.stringify(value)).digest('base64'),
  ]),
);
const leaf = Buffer.from(
  JSON.stringify({ ...clear, organization_id: 'org_1', number: index, metadata: {}, sealed_name: null, commitments }),
);
const leaves = Array.from({ length: size }, (_, at) => leafHash(at === index ? leaf : Buffer.from(`leaf ${at}`)));

const rootOf = (from: number, to: number): Uint8Array => {
  const tree = new TreeBuilder();
  for (const hash of leaves.slice(from, to)) tree.append(hash);
  return tree.root();
};

/** A stamp of the tree of six leaves, or of the first three of them. */
const stampOf = (stamped: 3 | 6) => ({
  size: stamped,
  time: '2026-11-21T11:00:00.000Z',
  text: formatCheckpoint({ origin: name, size: stamped, root: rootOf(0, stamped), extensions: [] }),
  token: 'AA==',
  hashes: stamped === size ? [] : [rootOf(2, 3), rootOf(3, 4), rootOf(0, 2), rootOf(4, 6)].map(toBase64),
});

let receipt: { entry: object; [field: string]: unknown };
let key: string;
beforeAll(async () => {
  const text = formatCheckpoint({ origin: name, size, root: rootOf(0, size), extensions: [] });
  key = formatVerifierKey(makeVerifierKey(name, await publicKeyOf(secret)));
  const proof = await inclusionProof(index, size, ({ level, index: at }) =>
    rootOf(at * 2 ** level, (at + 1) * 2 ** level),
  );
  receipt = {
    entry: { ...clear, ...personal, key_name: 'CI', metadata: {} },
    openings,
    leaf: leaf.toString('base64'),
    leaf_index: index,
    tree_size: size,
    hashes: proof.map(toBase64),
    checkpoint: formatNote({ text, signatures: [await signNote(text, name, secret)] }),
    cosignatures: [],
    timestamps: [],
    verifier_key: key,
  };
});

it('a receipt verifies alone, and with the key known from elsewhere', async () => {
  const proven = { entryId: clear.id, organizationId: 'org_1', erased: 0, unproven: 0, origin: name, size };
  expect(await verifyReceipt(JSON.stringify(receipt))).toMatchObject({ verified: proven });
  expect(await verifyReceipt(JSON.stringify(receipt), parseVerifierKey(key))).toMatchObject({ verified: proven });
});

it.each([
  ['a clear value', () => ({ entry: { ...receipt.entry, result: 'failure' } }), 'result is not that of its leaf'],
  ['a personal value', () => ({ entry: { ...receipt.entry, user_id: 'bob' } }), 'user_id is not the value'],
  ['a field of nobody', () => ({ entry: { ...receipt.entry, approved: true } }), 'nothing proves the field approved'],
  ['the place', () => ({ leaf_index: 2 }), 'it is not the entry'],
  ['the size', () => ({ tree_size: 5 }), 'another tree'],
  ['the proof', () => ({ hashes: (receipt.hashes as string[]).toReversed() }), 'does not lead to the root'],
  ['a hash', () => ({ hashes: ['x'] }), 'its proof is damaged'],
  ['the leaf', () => ({ leaf: 'e30=' }), 'names no organization'],
  [
    'the checkpoint',
    () => ({ checkpoint: String(receipt.checkpoint).replace(name, 'example.com/org_1') }),
    'not signed',
  ],
  ['the end of the checkpoint', () => ({ checkpoint: String(receipt.checkpoint).slice(0, -9) }), 'damaged'],
  ['the key', () => ({ verifier_key: 'x' }), 'it names no key'],
  ['the entry', () => ({ entry: 7 }), 'no receipt'],
  ['a time stamp', () => ({ timestamps: [{}] }), 'its time stamp is damaged'],
  ['the tree of a time stamp', () => ({ timestamps: [stampOf(3)] }), 'a tree without the entry'],
])('a receipt in which %s was changed is refused with the reason', async (_what, change, reason) => {
  const verdict = await verifyReceipt(JSON.stringify({ ...receipt, ...change() }));
  expect(verdict).toMatchObject({ fault: { reason: expect.stringContaining(reason) } });
});

it('its time stamps are of trees that have the entry, and that its own tree continues', async () => {
  const found = await verifyReceipt(JSON.stringify({ ...receipt, timestamps: [stampOf(size)] }));
  expect(found).toMatchObject({ verified: { stamped: [{ size, token: Uint8Array.of(0) }] } });
});

it('the key of another, and what is no JSON, verify nothing', async () => {
  const other = makeVerifierKey(name, await publicKeyOf(new Uint8Array(32).fill(9)));
  expect(await verifyReceipt(JSON.stringify(receipt), other)).toMatchObject({ fault: { entryId: clear.id } });
  expect(await verifyReceipt('{')).toMatchObject({ fault: { reason: 'the file is not JSON' } });
});
