import { createHash } from 'node:crypto';
import { toBase64 } from './bytes.js';
import { publicKeyOf } from './ed25519.js';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  makeVerifierKey,
  signNote,
  TreeBuilder,
} from './index.js';

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
export const name = 'example.org/org_1';
const index = 3;
export const size = 6;

export const clear = {
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
export const stampOf = (stamped: 3 | 6) => ({
  size: stamped,
  time: '2026-11-21T11:00:00.000Z',
  text: formatCheckpoint({ origin: name, size: stamped, root: rootOf(0, stamped), extensions: [] }),
  token: 'AA==',
  hashes: stamped === size ? [] : [rootOf(2, 3), rootOf(3, 4), rootOf(0, 2), rootOf(4, 6)].map(toBase64),
});

/** A receipt, and the key that it is signed with. */
export const receiptAndKey = async (): Promise<{
  receipt: { entry: object; [field: string]: unknown };
  key: string;
}> => {
  const text = formatCheckpoint({ origin: name, size, root: rootOf(0, size), extensions: [] });
  const key = formatVerifierKey(makeVerifierKey(name, await publicKeyOf(secret)));
  const proof = await inclusionProof(index, size, ({ level, index: at }) =>
    rootOf(at * 2 ** level, (at + 1) * 2 ** level),
  );
  const receipt = {
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
  return { receipt, key };
};
