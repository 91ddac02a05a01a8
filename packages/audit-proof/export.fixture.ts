import { createHash } from 'node:crypto';
import { toBase64 } from './bytes.js';
import { publicKeyOf } from './ed25519.js';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  leafHash,
  makeVerifierKey,
  signNote,
  subtreesOf,
  TreeBuilder,
} from './index.js';

/** Secret that the log is signed with. */
export const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
export const name = 'example.org/org_1';
const fixed = (number: number, width: number) =>
  number
    .toString(32)
    .toUpperCase()
    .replaceAll(/[ILOU]/g, 'Z')
    .padStart(width, '0');
export const idOf = (number: number) => `aud_${fixed(number, 13)}${'7'.repeat(13)}`;

const salt = (number: number, field: string) => createHash('sha256').update(`${number} ${field}`).digest();
const commit = (value: string, bytes: Buffer) =>
  createHash('sha256').update(bytes).update(JSON.stringify(value)).digest('base64');

/** A line of an export, and its leaf. */
export interface Made {
  line: string;
  leaf: Uint8Array;
}

/** The entry of a number, of which every fifth is erased. */
export const entryOf = (number: number, change: { shown?: object; leaf?: object } = {}): Made => {
  const values = { ip_address: '192.0.2.7', user_agent: 'curl/8', user_id: `Ünï ${number}` };
  const isErased = number % 5 === 4;
  const clear = {
    id: idOf(number),
    timestamp: '2026-11-21T10:00:00.000Z',
    action: 'detect',
    resource: 'text',
    resource_id: `req_${number}`,
    key_id: 'key_1',
    request_id: `req_${number}`,
    result: 'success',
  };
  const leaf = Buffer.from(
    JSON.stringify({
      ...clear,
      organization_id: 'org_1',
      number,
      event_id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
      metadata: { character_count: 9, language: 'fi' },
      sealed_client: 'c2VhbGVk',
      sealed_name: null,
      commitments: Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, commit(value, salt(number, field))]),
      ),
      ...change.leaf,
    }),
  );
  const openings = Object.entries(values).map(([field, value]) => ({
    field,
    value,
    salt: salt(number, field).toString('base64'),
  }));
  const erased = { ip_address: '[erased]', user_agent: '[erased]', user_id: '[erased]' };
  const body = JSON.stringify({
    ...clear,
    ...(isErased ? erased : values),
    key_name: 'build server',
    metadata: { language: 'fi', character_count: 9 },
    openings: isErased ? [] : openings,
    leaf_index: number,
    leaf: leaf.toString('base64'),
    ...change.shown,
  }).slice(0, -1);
  return { line: `${body},"line_sha256":"${createHash('sha256').update(body).digest('hex')}"}\n`, leaf };
};

export const count = 21;
export const made = Array.from({ length: count }, (_, number) => entryOf(number));

/** The line that stands for entries that are left out. */
export const gap = (from: number, to: number): string => {
  const hashes = subtreesOf(from, to).map(({ level, index }) => {
    const tree = new TreeBuilder();
    for (const { leaf } of made.slice(index * 2 ** level, (index + 1) * 2 ** level)) tree.append(leafHash(leaf));
    return toBase64(tree.root());
  });
  return `${JSON.stringify({ type: 'gap', from, to, hashes })}\n`;
};

/** The line of a checkpoint over these leaves. */
export const headOf = async (leaves: readonly Uint8Array[], signedBy = secret): Promise<string> => {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.append(leafHash(leaf));
  const text = formatCheckpoint({ origin: name, size: tree.size, root: tree.root(), extensions: [] });
  return `${JSON.stringify({
    type: 'checkpoint',
    origin: name,
    size: tree.size,
    root_hash: toBase64(tree.root()),
    signed_at: '2026-11-21T10:00:01.000Z',
    checkpoint: formatNote({ text, signatures: [await signNote(text, name, signedBy)] }),
    cosignatures: [],
    timestamps: [],
    verifier_key: formatVerifierKey(makeVerifierKey(name, await publicKeyOf(secret))),
    export_id: 'exp_1',
  })}\n`;
};

/** The whole file. */
export const withSummary = (body: string, next: string | null, change: object = {}): string => {
  const entries = body.split('\n').filter((line) => line.startsWith('{"id"')).length;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ type: 'summary', export_id: 'exp_1', entries, sha256, next_cursor: next, ...change })}\n`;
};

export const linesOf = (entries: readonly Made[]) => entries.map(({ line }) => line).join('');
