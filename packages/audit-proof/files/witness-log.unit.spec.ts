import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogKeys } from '../../../libs/audit/log-key.js';
import { firstKeyOf } from '../../../libs/domain/audit/log-key-period.js';
import { consistencyProof } from '../consistency.js';
import { inclusionProof } from '../inclusion.js';
import { parseNote } from '../signed-note.js';
import type { Subtree } from '../subtrees.js';
import { TreeBuilder } from '../tree-builder.js';
import { leafHash } from '../tree-hash.js';
import { logServiceAt } from './log-service.js';
import { witnessLog } from './witness-log.js';

const origin = 'mt.example.com/org_a';
const keys = new LogKeys(new Uint8Array(32).fill(1), 'org_a', [firstKeyOf(origin)]);
const { verifierKey } = keys.keyOf(firstKeyOf(origin));

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-witness-'));
  file = join(folder, 'witness.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
};

const hashOf =
  (leaves: readonly Uint8Array[]) =>
  async ({ level, index }: Subtree) =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

/** Rotations of the key, by the number of their entries. */
type Rotations = Readonly<Record<number, object>>;

/** A service whose log has so many entries. */
const service = (
  size: number,
  what = 'entry',
  signer = keys,
  name = origin,
  { listed = [verifierKey], rotations = {} }: { listed?: string[]; rotations?: Rotations } = {},
) => {
  const leafAt = (at: number) => JSON.stringify(rotations[at] ?? `${what} ${at}`);
  const leaves = Array.from({ length: size }, (_, at) => leafHash(Buffer.from(leafAt(at))));
  return async (path: string): Promise<unknown> => {
    if (path === 'keys') return { keys: listed.map((key) => ({ verifier_key: key })) };
    if (path.startsWith('?action=log_key_rotate'))
      return { entries: Object.entries(rotations).map(([at, entry]) => ({ id: `aud_${at}`, ...entry })) };
    const [, entry] = /^aud_(\d+)\/proof/.exec(path) ?? [];
    if (entry !== undefined) {
      const index = Number(entry);
      if (index >= size) throw new Error('The service answered 400: size must be more');
      const proof = await inclusionProof(index, size, hashOf(leaves));
      const hashes = proof.map((hash) => Buffer.from(hash).toString('base64'));
      return { leaf: Buffer.from(leafAt(index)).toString('base64'), leaf_index: index, hashes };
    }
    if (path === 'checkpoint')
      return { checkpoint: await signer.sign(name, { size, root: rootOf(leaves) }, new Date()) };
    const { from, to } = /from=(?<from>\d+)&to=(?<to>\d+)/.exec(path)?.groups ?? {};
    const hashes = await consistencyProof(Number(from), Number(to), hashOf(leaves));
    return { hashes: hashes.map((hash) => Buffer.from(hash).toString('base64')) };
  };
};

const witness = (get: (path: string) => Promise<unknown>, key?: string) =>
  witnessLog({ file, service: logServiceAt(get), key, name: 'auditor.example' });

it('the first checkpoint is kept, and each later one is compared with it and cosigned', async () => {
  expect(await witness(service(5))).toMatchObject({ origin, size: 5, before: undefined, isKeyFromService: true });
  const since = Math.floor(Date.now() / 1_000) * 1_000;
  expect(await witness(service(9))).toMatchObject({ size: 9, before: 5, isKeyFromService: false });
  const again = await witness(service(9));
  expect(again).toMatchObject({ size: 9, before: 9 });
  expect('beforeAt' in again && again.beforeAt?.getTime()).toBeGreaterThanOrEqual(since);
  const kept = JSON.parse(await readFile(file, 'utf8')) as { checkpoint: string; verifier_key: string };
  expect([kept.verifier_key, parseNote(kept.checkpoint).signatures.map(({ name }) => name)]).toEqual([
    verifierKey,
    [origin, 'auditor.example'],
  ]);
});

it.each([
  ['a shorter log', service(4), 'the log has 4 entries, and had 5', 'inconsistent'],
  ['another of the same length', service(5, 'other'), 'does not begin with the 5', 'inconsistent'],
  ['a longer one that begins otherwise', service(9, 'other'), 'does not begin with the 5', 'inconsistent'],
  [
    'one signed with another key',
    service(9, 'entry', new LogKeys(new Uint8Array(32).fill(2), 'org_a', [firstKeyOf(origin)])),
    'is not signed with the key',
    'other_key',
  ],
  [
    'one of another name',
    service(9, 'entry', new LogKeys(new Uint8Array(32).fill(1), 'org_a', [firstKeyOf(`${origin}/2`)]), `${origin}/2`),
    'the log is named',
    'other_key',
  ],
] as const)('%s is told of, and what was kept stays', async (_what, get, fault, kind) => {
  await witness(service(5));
  const before = await readFile(file, 'utf8');
  expect(await witness(get)).toMatchObject({ fault: { kind, reason: expect.stringContaining(fault) } });
  expect(await readFile(file, 'utf8')).toBe(before);
});

it.each(['text', '{"id":"aud_1"}\n{"id":"aud_2"}\n', '{}', 'null'])(
  'a file that no witness has kept is refused and stays: %j',
  async (content) => {
    await writeFile(file, content);
    await expect(witness(service(5))).rejects.toThrow('is not what a witness has kept');
    expect(await readFile(file, 'utf8')).toBe(content);
  },
);

describe('the key of a log that was rotated', () => {
  const validUntil = '2999-01-01T00:00:00.000Z';
  const second = { generation: 2, origin, validFrom: '2026-11-23T10:00:00.000Z', validUntil: undefined };
  const both = new LogKeys(new Uint8Array(32).fill(1), 'org_a', [{ ...firstKeyOf(origin), validUntil }, second]);
  const later = new LogKeys(new Uint8Array(32).fill(1), 'org_a', [second]);
  const newKey = later.keyOf(second).verifierKey;
  const rotation = { action: 'log_key_rotate', metadata: { log: origin, verifier_key: newKey } };
  const rotated = { listed: [verifierKey, newKey], rotations: { 6: rotation } };

  it('the new key is relied on once the one before has signed its entry, and alone afterwards', async () => {
    await witness(service(5));
    expect(await witness(service(9, 'entry', both, origin, rotated))).toMatchObject({ size: 9, newKey });
    expect(await witness(service(12, 'entry', later, origin, rotated))).toMatchObject({ before: 9, newKey: undefined });
    expect(await witness(service(12, 'entry', later, origin, rotated), verifierKey)).toMatchObject({ size: 12 });
    const kept = JSON.parse(await readFile(file, 'utf8')) as { verifier_key: string; previous_keys: string[] };
    expect([kept.verifier_key, kept.previous_keys]).toEqual([newKey, [verifierKey]]);
  });

  it.each([
    ['no entry names it', { ...rotated, rotations: {} }, 'no entry of the log'],
    [
      'the entry names another',
      { ...rotated, rotations: { 6: { ...rotation, metadata: { log: origin, verifier_key: verifierKey } } } },
      'no entry of the log',
    ],
    ['its entry is in no tree yet', { ...rotated, rotations: { 9: rotation } }, 'The service answered 400'],
  ])('it is not where %s, and that is said', async (_what, answers, reason) => {
    await witness(service(5));
    const found = await witness(service(9, 'entry', both, origin, answers));
    expect(found).toMatchObject({ size: 9, newKey: undefined, notVouched: expect.stringContaining(reason) });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ verifier_key: verifierKey });
  });

  it('it is not where the list alone says that it is in the log', async () => {
    await witness(service(5));
    const real = service(9, 'entry', both, origin, { ...rotated, rotations: {} });
    const lying = service(9, 'entry', both, origin, rotated);
    const found = await witness((path) => (path === 'keys' || /rotate|proof/.test(path) ? lying(path) : real(path)));
    expect(found).toMatchObject({ newKey: undefined, notVouched: expect.stringContaining('no entry of the log') });
  });

  it('a key that signs alone by now is refused with what to do, and taken when it is given', async () => {
    await witness(service(5));
    const get = service(9, 'entry', later, origin, rotated);
    expect(await witness(get)).toMatchObject({
      fault: { reason: expect.stringMatching(/is not signed with the key .*give it with --key/) },
    });
    expect(await witness(get, newKey)).toMatchObject({ before: 5, size: 9 });
    expect(await witness(service(10, 'entry', later, origin, rotated))).toMatchObject({ before: 9, size: 10 });
  });
});
