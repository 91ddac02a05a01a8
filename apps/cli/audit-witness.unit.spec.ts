import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consistencyProof, leafHash, parseNote, type Subtree, TreeBuilder } from '@transledger/audit-proof';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogKeys } from '#libs/audit/log-key.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { witnessLog } from './audit-witness.js';

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

/** A service whose log has so many entries. */
const service = (size: number, what = 'entry', signer = keys, name = origin) => {
  const leaves = Array.from({ length: size }, (_, at) => leafHash(Buffer.from(`${what} ${at}`)));
  return async (path: string): Promise<unknown> => {
    if (path === 'keys') return { keys: [{ verifier_key: verifierKey }] };
    if (path === 'checkpoint')
      return { checkpoint: await signer.sign(name, { size, root: rootOf(leaves) }, new Date()) };
    const { from, to } = /from=(?<from>\d+)&to=(?<to>\d+)/.exec(path)?.groups ?? {};
    const hashOf = async ({ level, index }: Subtree) =>
      rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
    const hashes = await consistencyProof(Number(from), Number(to), hashOf);
    return { hashes: hashes.map((hash) => Buffer.from(hash).toString('base64')) };
  };
};

const witness = (get: (path: string) => Promise<unknown>, key?: string) =>
  witnessLog({ file, get, key, name: 'auditor.example' });

it('the first checkpoint is kept, and each later one is compared with it and cosigned', async () => {
  expect(await witness(service(5))).toMatchObject({ origin, size: 5, before: undefined, isKeyFromService: true });
  expect(await witness(service(9))).toMatchObject({ size: 9, before: 5, isKeyFromService: false });
  expect(await witness(service(9))).toMatchObject({ size: 9, before: 9 });
  const kept = JSON.parse(await readFile(file, 'utf8')) as { checkpoint: string; verifier_key: string };
  expect([kept.verifier_key, parseNote(kept.checkpoint).signatures.map(({ name }) => name)]).toEqual([
    verifierKey,
    [origin, 'auditor.example'],
  ]);
});

it.each([
  ['a shorter log', service(4), 'the log has 4 entries, and had 5'],
  ['another of the same length', service(5, 'other'), 'does not begin with the 5'],
  ['a longer one that begins otherwise', service(9, 'other'), 'does not begin with the 5'],
  [
    'one signed with another key',
    service(9, 'entry', new LogKeys(new Uint8Array(32).fill(2), 'org_a', [firstKeyOf(origin)])),
    'is not signed with the key',
  ],
  [
    'one of another name',
    service(9, 'entry', new LogKeys(new Uint8Array(32).fill(1), 'org_a', [firstKeyOf(`${origin}/2`)]), `${origin}/2`),
    'the log is named',
  ],
])('%s is told of, and what was kept stays', async (_what, get, fault) => {
  await witness(service(5));
  const before = await readFile(file, 'utf8');
  expect(await witness(get)).toEqual({ fault: expect.stringContaining(fault) });
  expect(await readFile(file, 'utf8')).toBe(before);
});

it.each(['text', '{"id":"aud_1"}\n{"id":"aud_2"}\n', '{}', 'null'])(
  'a file that no witness has kept is refused and stays: %j',
  async (content) => {
    await writeFile(file, content);
    expect((await rejectionOf(() => witness(service(5)))).message).toContain('is not what a witness has kept');
    expect(await readFile(file, 'utf8')).toBe(content);
  },
);
