import { beforeAll, expect, it } from 'vitest';
import { publicKeyOf } from './ed25519.js';
import { makeVerifierKey, parseVerifierKey, verifyReceipt } from './index.js';
import { clear, name, receiptAndKey, size, stampOf } from './receipt.fixture.js';

let receipt: { entry: object; [field: string]: unknown };
let key: string;
beforeAll(async () => {
  ({ receipt, key } = await receiptAndKey());
});

const other = { ...clear, id: clear.id.replace('7', '6'), action: 'translate' };

const changedLeaf = (): string =>
  Buffer.from(Buffer.from(String(receipt.leaf), 'base64').toString().replace('detect', 'reject')).toString('base64');

it('a receipt verifies alone, and with the key known from elsewhere', async () => {
  const proven = { entryId: clear.id, organizationId: 'org_1', erased: 0, unproven: 0, origin: name, size };
  expect(await verifyReceipt(JSON.stringify(receipt))).toMatchObject({ verified: proven });
  expect(await verifyReceipt(JSON.stringify(receipt), parseVerifierKey(key))).toMatchObject({ verified: proven });
});

it.each([
  [
    'a clear value',
    () => ({ entry: { ...receipt.entry, result: 'failure' } }),
    'the entry of its leaf: they differ in result',
  ],
  ['a personal value', () => ({ entry: { ...receipt.entry, user_id: 'bob' } }), 'user_id is not the value'],
  ['a field of nobody', () => ({ entry: { ...receipt.entry, approved: true } }), 'nothing proves the field approved'],
  ['the place', () => ({ leaf_index: 2 }), 'its place'],
  ['the size', () => ({ tree_size: 5 }), 'another tree'],
  ['the proof', () => ({ hashes: (receipt.hashes as string[]).toReversed() }), 'does not lead to the root'],
  ['a hash', () => ({ hashes: ['x'] }), 'its proof is damaged'],
  ['the leaf', () => ({ leaf: changedLeaf() }), 'its leaf does not lead to the root of the checkpoint: the leaf'],
  ['a field of all, and its leaf taken from another', () => ({ entry: other }), 'they differ in id, action'],
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
