import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  decodeBundle,
  leafHash,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  TreeBuilder,
  verifyConsistency,
  verifyInclusion,
  verifyNote,
  verifyReceipt,
} from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Checkpoint {
  origin: string;
  size: number;
  root_hash: string;
  checkpoint: string;
}
interface LogKey {
  verifier_key: string;
  valid_until: string | null;
}
interface Proof {
  entry_id: string;
  leaf_index: number;
  tree_size: number;
  leaf: string;
  leaf_hash: string;
  hashes: string[];
  checkpoint: string;
}

const logs = '/v1/compliance/audit-logs';
const text = { text: 'Hello.', source: 'en', target: 'es' };
/** Media type, how long it may be kept, and whether caches keep it apart by key and by session. */
const described = ({ headers }: Response): unknown[] => [
  headers.get('content-type'),
  headers.get('cache-control'),
  /(?:^|, *)Authorization, Cookie(?:,|$)/i.test(headers.get('vary') ?? ''),
];
const asTile = ['application/octet-stream', 'private, max-age=31536000, immutable', true];
const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

describe('proofs of the audit log, from outside', () => {
  let service: RunningService;
  let folder: string;

  const get = async <Data>(path: string): Promise<Data> => {
    const answer = await service.fetch(`${logs}/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return ((await answer.json()) as { data: Data }).data;
  };
  const status = async (path: string, of: Pick<RunningService, 'fetch'> = service): Promise<number> =>
    (await of.fetch(`${logs}/${path}`)).status;
  /** The id of the entry of a new translation. */
  const translated = async (): Promise<string> => {
    const answer = await service.postJson('/v1/translate', text);
    const { meta } = (await answer.json()) as { meta: { request_id: string } };
    const { entries } = await get<{ entries: { id: string }[] }>(`?request_id=${meta.request_id}`);
    return entries[0]?.id ?? '';
  };
  /** The proof of an entry, once it is signed. */
  const proven = async (id: string): Promise<Proof> => {
    await eventually(
      () => status(`${id}/proof`),
      (code) => code === 200,
    );
    return get<Proof>(`${id}/proof`);
  };
  const headOf = async (note: string): Promise<{ size: number; root: Uint8Array }> => {
    const { keys } = await get<{ keys: { verifier_key: string }[] }>('keys');
    const key = parseVerifierKey(keys[0]?.verifier_key ?? '');
    expect(await verifyNote(parseNote(note), key)).toBe(true);
    return parseCheckpoint(parseNote(note).text);
  };

  beforeAll(async () => {
    service = await sharedService(withLoad);
    folder = mkdtempSync(join(tmpdir(), 'transledger-proofs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('an act is soon in a signed tree, and its proof leads to the root', async () => {
    const id = await translated();
    const proof = await proven(id);
    const head = await headOf(proof.checkpoint);
    expect(proof).toMatchObject({ entry_id: id, tree_size: head.size });
    const leaf = leafHash(bytesOf(proof.leaf));
    expect(Buffer.from(leaf).toString('base64')).toBe(proof.leaf_hash);
    expect(verifyInclusion(leaf, proof.leaf_index, head, proof.hashes.map(bytesOf))).toBe(true);
    const { entry, proof: beside } = await get<{ entry: { id: string }; proof: Proof }>(id);
    expect([entry.id, beside.leaf_hash, beside.leaf]).toEqual([id, proof.leaf_hash, undefined]);
  });

  it('an earlier tree is the beginning of a later one', async () => {
    const before = await get<Checkpoint>('checkpoint');
    const later = (await proven(await translated())).tree_size;
    const { hashes } = await get<{ hashes: string[] }>(`consistency?from=${before.size}&to=${later}`);
    const [old, current] = [
      await headOf(before.checkpoint),
      await headOf((await get<Checkpoint>(`checkpoint?size=${later}`)).checkpoint),
    ];
    expect(verifyConsistency(old, current, hashes.map(bytesOf))).toBe(true);
    expect(before.origin).toMatch(/\/org_/);
  });

  it('the tiles, as any client of the protocol reads them, make the root that is signed', async () => {
    const checkpoint = await service.fetch(`${logs}/tlog/checkpoint`);
    expect(described(checkpoint)).toEqual(['text/plain; charset=utf-8', 'no-cache', true]);
    const note = await checkpoint.text();
    const head = await headOf(note);
    const tree = new TreeBuilder();
    for (let from = 0; from < head.size; from += 256) {
      const width = Math.min(256, head.size - from);
      const path = `${String(from / 256).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`;
      const [hashes, bundle] = await Promise.all(
        [`tile/0/${path}`, `tile/entries/${path}`].map(async (tile) => {
          const answer = await service.fetch(`${logs}/tlog/${tile}`);
          expect([tile, ...described(answer)]).toEqual([tile, ...asTile]);
          return Buffer.from(await answer.arrayBuffer());
        }),
      );
      const leaves = decodeBundle(bundle ?? Buffer.of()).map(leafHash);
      expect(Buffer.concat(leaves).equals(hashes ?? Buffer.of())).toBe(true);
      for (const leaf of leaves) tree.append(leaf);
    }
    expect(Buffer.from(tree.root()).equals(head.root)).toBe(true);
  });

  it('tiles and bundles, whole and partial, say what they are, and caches keep them for their caller alone', async () => {
    const others = Array.from({ length: 260 }, (_, at) => ({ text: `${at}`, target: 'es', source: 'en' }));
    for (let from = 0; from < others.length; from += 20)
      await Promise.all(others.slice(from, from + 20).map((body) => service.postJson('/v1/translate', body)));
    await proven(await translated());
    for (const path of ['0/000', '1/000.p/1', 'entries/000', '0/001.p/2', 'entries/001.p/2']) {
      const answer = await service.fetch(`${logs}/tlog/tile/${path}`);
      expect([path, answer.status, ...described(answer)]).toEqual([path, 200, ...asTile]);
      await answer.arrayBuffer();
    }
  });

  it('a receipt verifies alone on the command line, and one with another byte does not', async () => {
    const id = await translated();
    await proven(id);
    const receipt = await (await service.fetch(`${logs}/${id}/receipt`)).text();
    const verify = async (content: string) => {
      const file = join(folder, 'receipt.json');
      writeFileSync(file, content);
      const args = [join(projectRoot, 'dist/apps/cli/main.js'), '--json', 'audit', 'verify', file];
      const run = promisify(execFile)(process.execPath, args, { env: cleanEnvironment() });
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      return JSON.parse(stdout) as object;
    };
    expect(await verify(receipt)).toMatchObject({ verified: true, entry_id: id, identity_proven: false });
    expect(await verify(receipt.replace('"result":"success"', '"result":"failure"'))).toMatchObject({
      verified: false,
      entry_id: id,
    });
  });

  it('the running log is what its events say and what was signed', async () => {
    const { tree_size } = await proven(await translated());
    const { origin } = await get<Checkpoint>('checkpoint');
    const organization = origin.slice(origin.indexOf('/') + 1);
    const verdict = await commandLine<{ entries: number; signed: number }>(
      service,
      'audit',
      'verify',
      '--organization',
      organization,
    );
    expect(verdict).toMatchObject({ verified: true, organization_id: organization, origin });
    expect(verdict.signed).toBeGreaterThanOrEqual(tree_size);
    expect(verdict.entries).toBeGreaterThanOrEqual(verdict.signed);
  });

  it('an act answers with its receipt where it is asked for, and a refused one too', async () => {
    const answer = await service.postJson('/v1/translate?receipt=true', text);
    const { meta } = (await answer.json()) as {
      meta: { request_id: string; receipt: { entry: { request_id: string } } };
    };
    expect(meta.receipt.entry.request_id).toBe(meta.request_id);
    const verified = await verifyReceipt(JSON.stringify(meta.receipt));
    expect(verified).toMatchObject({ verified: { unproven: 0, erased: 0 } });
    const refused = await service.postJson('/v1/translate?receipt=true', { ...text, target: 'zz' });
    const error = (await refused.json()) as { meta: { receipt: { entry: { result: string } } } };
    expect([refused.status >= 400, error.meta.receipt.entry.result]).toEqual([true, 'failure']);
    expect((await service.postJson('/v1/translate?receipt=yes', text)).status).toBe(400);
    const plain = (await (await service.postJson('/v1/translate', text)).json()) as { meta: object };
    expect(plain.meta).not.toHaveProperty('receipt');
  });

  it('an answer without an envelope says where its receipt is', async () => {
    const answer = await service.fetch(`${logs}/export?format=ndjson&receipt=true`);
    await answer.text();
    const url = answer.headers.get('x-audit-receipt-url') ?? '';
    expect(url).toMatch(/\/v1\/compliance\/audit-logs\/aud_\w+\/receipt$/);
    const path = url.slice(url.indexOf('/v1'));
    await eventually(
      async () => (await service.fetch(path)).status,
      (code) => code === 200,
    );
    expect(await (await service.fetch(path)).json()).toMatchObject({ entry: { action: 'audit_log_export' } });
  });

  it('after a rotation both keys verify what is signed, and the old one what was signed before', async () => {
    const before = await get<Checkpoint>('checkpoint');
    const [first] = (await get<{ keys: LogKey[] }>('keys')).keys;
    const organization = before.origin.slice(before.origin.indexOf('/') + 1);
    writeFileSync(join(folder, 'auditor.key'), service.apiKey);
    const witness = () =>
      commandLine<{ size: number; new_key: string | null }>(
        service,
        ...['audit', 'witness', join(folder, 'witness.json'), '--url', service.url],
        ...['--api-key-file', join(folder, 'auditor.key'), '--key', first?.verifier_key ?? ''],
      );
    expect(await witness()).toMatchObject({ consistent: true, new_key: null });
    const { keys: made } = await commandLine<{ keys: { verifier_key: string; previous_valid_until: string }[] }>(
      service,
      ...['audit', 'rotate-key', '--organization', organization, '--reason', 'an administrator left'],
    );
    const { keys } = await get<{ keys: LogKey[] }>('keys');
    const [old, current] = keys.map(({ verifier_key }) => parseVerifierKey(verifier_key));
    if (first === undefined || old === undefined || current === undefined) throw new Error('There are two keys');
    expect(keys.map(({ valid_until }) => valid_until)).toEqual([made[0]?.previous_valid_until, null]);
    expect(keys[0]?.verifier_key).toBe(first.verifier_key);
    await eventually(
      async () => verifyNote(parseNote((await get<Checkpoint>('checkpoint')).checkpoint), current),
      (isValid) => isValid,
    );
    const { checkpoint } = await get<Checkpoint>('checkpoint');
    expect(await verifyNote(parseNote(checkpoint), old)).toBe(true);
    expect(await verifyNote(parseNote(before.checkpoint), old)).toBe(true);
    expect(await verifyNote(parseNote((await get<Checkpoint>('checkpoint?size=1')).checkpoint), current)).toBe(true);
    const { entries } = await get<{ entries: { id: string; resource: string; metadata: object }[] }>(
      '?action=log_key_rotate',
    );
    // The old key vouches for the new one by the entry in its tree; heads from before that are signed with both keys too.
    await proven(entries[0]?.id ?? '');
    expect(await witness()).toMatchObject({ consistent: true, new_key: made[0]?.verifier_key });
    expect(await witness()).toMatchObject({ consistent: true, new_key: null });
    expect(entries).toMatchObject([
      {
        resource: 'audit_log',
        metadata: { verifier_key: made[0]?.verifier_key, log: before.origin, reason: 'an administrator left' },
      },
    ]);
  });

  it('sizes that are not signed, and what is not there, are refused', async () => {
    const { size } = await get<Checkpoint>('checkpoint');
    const far = size + 1_000_000;
    for (const path of [`checkpoint?size=${far}`, 'checkpoint?size=0', `consistency?from=1&to=${far}`])
      expect([path, await status(path)]).toEqual([path, 400]);
    expect(await status('consistency?from=1')).toBe(422);
    for (const path of ['aud_00000000000000000000000000/proof', 'tlog/tile/0/999', 'tlog/tile/x'])
      expect([path, await status(path)]).toEqual([path, 404]);
  });

  it('another organization has a log of its own, and proves nothing of ours', async () => {
    const created = await commandLine<{ api_key: string }>(
      service,
      'organization',
      'create',
      '--name',
      'Prover',
      '--tier',
      'pro',
    );
    const other = { fetch: (path: string) => service.fetch(path, { key: created.api_key }) } as Pick<
      RunningService,
      'fetch'
    >;
    const id = await translated();
    expect(await status(`${id}/proof`, other)).toBe(404);
    expect(await status(`${id}/receipt`, other)).toBe(404);
    const answer = (await (await other.fetch(`${logs}/checkpoint`)).json()) as { data: Checkpoint };
    expect(answer.data.origin).not.toBe((await get<Checkpoint>('checkpoint')).origin);
  });
});
