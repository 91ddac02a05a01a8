import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  consistencyProof,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  leafHash,
  makeVerifierKey,
  signNote,
  TreeBuilder,
} from '@transledger/audit-proof';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../audit-proof/ed25519.js';
import {
  entryOf,
  gap,
  headOf,
  idOf,
  linesOf,
  made,
  name,
  secret,
  withSummary,
} from '../../audit-proof/export.fixture.js';
import { type Answering, fileAnswer, jsonLinesOf, LocalService, RawAnswer, RunFolder } from '../run.fixture.js';

let folder: RunFolder;
let service: LocalService | undefined;
beforeEach(() => {
  folder = new RunFolder();
});
afterEach(() => {
  service?.stop();
  service = undefined;
  folder.remove();
});

const keyOf = async (seed: Uint8Array): Promise<string> =>
  formatVerifierKey(makeVerifierKey(name, await publicKeyOf(seed)));

/** A whole export that names the key that has signed it. */
const exportOf = async (signedBy = secret, entries = made): Promise<string> => {
  const leaves = entries.map(({ leaf }) => leaf);
  const head = (await headOf(leaves, signedBy)).replace(await keyOf(secret), await keyOf(signedBy));
  return withSummary(linesOf(entries) + head, idOf(entries.length - 1));
};

const file = (content: string, called = 'audit.ndjson'): string => {
  const path = join(folder.path, called);
  writeFileSync(path, content);
  return path;
};

const other = new Uint8Array(32).fill(9);
describe('a file that is verified without the service', () => {
  it('the first key of a log is kept and shown, and the next file is compared with it', async () => {
    const whole = file(await exportOf());
    const first = await folder.run(['audit', 'verify', whole, '--plain']);
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('the key in the file is kept from now on')]);
    expect(first.stdout).toContain(await keyOf(secret));
    const second = await folder.run(['audit', 'verify', whole]);
    expect(jsonLinesOf(second.stdout)).toMatchObject([{ verified: true, identity_proven: true, key: 'kept' }]);
  });

  it('another key is never taken in the place of the kept one', async () => {
    await folder.run(['audit', 'verify', file(await exportOf())]);
    const forged = file(await exportOf(other));
    const { code, stdout } = await folder.run(['audit', 'verify', forged]);
    expect([code, stdout]).toEqual([20, expect.stringContaining('not signed with a key that is kept')]);
    expect((await folder.run(['audit', 'verify', forged])).code).toBe(20);
    const kept = jsonLinesOf((await folder.run(['audit', 'keys'])).stdout);
    expect(kept).toEqual([{ log: name, key: await keyOf(secret), newest: true }]);
  });

  it('a key that its owner tells is kept beside the one before, and can be forgotten', async () => {
    const [before, after] = [file(await exportOf(), 'before'), file(await exportOf(other), 'after')];
    await folder.run(['audit', 'verify', before]);
    expect((await folder.run(['audit', 'trust', await keyOf(other)])).code).toBe(0);
    expect((await folder.run(['audit', 'verify', before])).code).toBe(0);
    expect((await folder.run(['audit', 'verify', after])).code).toBe(0);
    expect((await folder.run(['audit', 'distrust', name])).code).toBe(0);
    expect((await folder.run(['audit', 'distrust', name])).code).toBe(6);
    expect((await folder.run(['audit', 'keys'])).stdout).toBe('');
  });

  it('a key that is given goes before what is kept, and is kept by nobody', async () => {
    const whole = file(await exportOf());
    expect((await folder.run(['audit', 'verify', whole, '--key', await keyOf(other)])).code).toBe(20);
    expect((await folder.run(['audit', 'verify', whole, '--key', await keyOf(secret)])).code).toBe(0);
    expect((await folder.run(['audit', 'verify', whole, '--key', 'no key'])).code).toBe(6);
    expect(existsSync(join(folder.path, 'state/transledger/log-keys.json'))).toBe(false);
  });

  it('a changed file names the entry, and what proves nothing is refused', async () => {
    const changed = file((await exportOf()).replace('"success"', '"failure"'));
    const { code, stdout } = await folder.run(['audit', 'verify', changed, '--plain']);
    expect([code, stdout]).toEqual([20, expect.stringMatching(/^✗ aud_[\s\S]*not to be trusted/)]);
    expect((await folder.run(['audit', 'verify', file('%PDF-1.7')])).code).toBe(6);
    expect((await folder.run(['audit', 'verify', join(folder.path, 'nowhere')])).code).toBe(6);
  });

  it('a quorum that is not met says that witnesses are missing', async () => {
    const witness = formatVerifierKey(makeVerifierKey('w', new Uint8Array(32).fill(7), 4));
    const policy = file(`witness W ${witness}\nquorum W\n`, 'policy');
    const { code, stdout } = await folder.run(['audit', 'verify', file(await exportOf()), '--policy', policy]);
    expect([code, jsonLinesOf(stdout)]).toMatchObject([23, [{ verified: true, quorum_met: false, cosigned_by: [] }]]);
    expect((await folder.run(['audit', 'verify', file('x'), '--policy', file('quorum X', 'wrong')])).code).toBe(6);
  });
});

describe('an export that is received', () => {
  /** A service with so many entries, of which an export has those behind the cursor. */
  const exporting =
    (entries: typeof made, change: (body: string) => string = (body) => body): Answering =>
    async ({ path, query }) => {
      if (path.includes('/exports/')) return { entries: 1, sha256: 'x', next_cursor: idOf(entries.length - 1) };
      const from = query.has('cursor')
        ? entries.findIndex(({ line }) => line.includes(query.get('cursor') ?? '')) + 1
        : 0;
      if (query.get('format') !== 'ndjson') return fileAnswer('id,timestamp\n', { 'x-export-id': 'exp_1' });
      const head = await headOf(entries.map(({ leaf }) => leaf));
      const lines = (from === 0 ? '' : gap(0, from)) + linesOf(entries.slice(from));
      const whole = withSummary(lines + head, from === entries.length ? null : idOf(entries.length - 1));
      return fileAnswer(change(whole), { 'x-export-id': 'exp_1' });
    };

  it('it has its name once it is verified, and the next begins behind it', async () => {
    service = await LocalService.start(exporting(made.slice(0, 5)));
    const out = join(folder.path, 'out/first.ndjson');
    const first = await folder.run(['audit', 'export', '--out', out, '--since-last'], { service });
    expect([first.code, jsonLinesOf(first.stdout)]).toMatchObject([0, [{ output: out, export_id: 'exp_1' }]]);
    service.stop();
    const places = JSON.parse(readFileSync(join(folder.path, 'out/.audit-exports.json'), 'utf8'));
    expect(places).toEqual({ [`${service.url}?format=ndjson`]: idOf(4) });
  });

  it('what does not verify gets no name, and no later export goes on behind it', async () => {
    service = await LocalService.start(exporting(made, (body) => body.replace('"success"', '"failure"')));
    const out = join(folder.path, 'out/audit.ndjson');
    const { code, stderr } = await folder.run(['audit', 'export', '--out', out, '--since-last'], { service });
    expect([code, stderr]).toEqual([20, expect.stringContaining('✗ aud_')]);
    expect(readdirSync(join(folder.path, 'out'))).toEqual([]);
  });

  it('on standard output it is as it came, with the verdict beside it', async () => {
    service = await LocalService.start(exporting(made));
    const { code, stdout, stderr } = await folder.run(['audit', 'export', '--action', 'detect,translate'], { service });
    expect([code, stdout.split('\n').length]).toEqual([0, made.length + 3]);
    expect(stderr).toContain('✓ exp_1: 21 entries');
    expect(service.got[0]?.query.getAll('action')).toEqual(['detect', 'translate']);
  });

  it('a table whose sum is not the recorded one is refused', async () => {
    service = await LocalService.start(exporting(made));
    const out = join(folder.path, 'out/audit.csv');
    expect((await folder.run(['audit', 'export', '--format', 'csv', '--out', out], { service })).code).toBe(20);
    expect(existsSync(out)).toBe(false);
  });

  it('--since-last needs a place, and one that is whole', async () => {
    service = await LocalService.start(exporting(made));
    writeFileSync(join(folder.path, '.audit-exports.json'), '{');
    const out = join(folder.path, 'audit.ndjson');
    expect((await folder.run(['audit', 'export', '--out', out, '--since-last'], { service })).code).toBe(7);
    expect(service.got).toEqual([]);
    expect((await folder.run(['audit', 'export', '--since-last'], { service })).code).toBe(6);
  });
});

describe('a witness', () => {
  const leavesOf = (size: number, what = 'entry') =>
    Array.from({ length: size }, (_, at) => leafHash(Buffer.from(`${what} ${at}`)));
  const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
    const tree = new TreeBuilder();
    for (const leaf of leaves) tree.append(leaf);
    return tree.root();
  };
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  /** A service whose log has so many entries. */
  const logOf =
    (size: number, what = 'entry', seed = secret): Answering =>
    async ({ path, query }) => {
      const leaves = leavesOf(size, what);
      if (path.endsWith('/keys')) return { keys: [{ verifier_key: await keyOf(seed) }] };
      if (path.endsWith('/checkpoint')) {
        const text = formatCheckpoint({ origin: name, size, root: rootOf(leaves), extensions: [] });
        return { checkpoint: formatNote({ text, signatures: [await signNote(text, name, seed)] }) };
      }
      if (!path.endsWith('/consistency')) return undefined;
      const hashOf = async ({ level, index }: { level: number; index: number }) =>
        rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
      const hashes = await consistencyProof(Number(query.get('from')), Number(query.get('to')), hashOf);
      return { hashes: hashes.map(base64) };
    };
  const witness = async (answering: Answering, ...more: string[]) => {
    service?.stop();
    service = await LocalService.start(answering);
    return folder.run(['audit', 'witness', join(folder.path, 'witness.json'), ...more], { service });
  };

  it('it keeps the log and its key, and says that a longer one continues it', async () => {
    const first = await witness(logOf(5));
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(await keyOf(secret))]);
    const second = await witness(logOf(9));
    expect([second.code, jsonLinesOf(second.stdout)]).toMatchObject([0, [{ consistent: true, size: 9, before: 5 }]]);
    expect(second.stderr).toBe('');
  });

  it.each([
    ['a log that begins otherwise', logOf(9, 'other'), 21],
    ['a shorter log', logOf(3), 21],
    ['a log that is signed with another key', logOf(9, 'entry', other), 20],
  ])('%s ends it with its code', async (_what, answering, exit) => {
    await witness(logOf(5));
    expect((await witness(answering)).code).toBe(exit);
    expect((await witness(logOf(6))).code).toBe(0);
  });

  it('one that was run too long ago is stale, and goes on', async () => {
    await witness(logOf(5), '--max-age', '1h');
    service?.stop();
    service = await LocalService.start(logOf(6));
    const args = ['audit', 'witness', join(folder.path, 'witness.json'), '--max-age', '1h'];
    const later = await folder.run(args, { service, now: () => Date.now() + 2 * 3_600_000 });
    expect([later.code, jsonLinesOf(later.stdout)]).toMatchObject([23, [{ consistent: true, stale: true }]]);
    expect((await folder.run(args, { service })).code).toBe(0);
  });
});

describe('the log that is followed', () => {
  it('it begins with the last entries, and goes on behind them over a broken connection', async () => {
    const entry = (number: number) => ({ ...JSON.parse(entryOf(number).line), action: 'detect' });
    const end = new AbortController();
    let follows = 0;
    service = await LocalService.start(({ path, query }) => {
      if (!path.endsWith('/export'))
        return {
          entries: [entry(1), entry(0)],
          pagination: { total: 2, limit: 2, offset: 0, has_more: false, next_cursor: null },
        };
      follows += 1;
      expect([query.get('follow'), query.get('cursor')]).toEqual(['true', idOf(follows)]);
      if (follows === 3) end.abort(new Error('Interrupted.'));
      return follows === 1
        ? fileAnswer(`${JSON.stringify(entry(2))}\n{"type":"checkpoint"}\n{"cut`)
        : new RawAnswer(200, `${JSON.stringify(entry(3))}\n`, { 'content-type': 'application/x-ndjson' });
    });
    const options = { service, signal: end.signal, pause: async () => undefined };
    const { code, stdout } = await folder.run(['audit', 'tail', '--lines', '2'], options);
    expect([code, jsonLinesOf(stdout).map(({ id }) => id)]).toEqual([130, [0, 1, 2, 3].map(idOf)]);
  });
});

it('the list takes every filter, and prints an entry a line', async () => {
  service = await LocalService.start(() => ({
    entries: [{ id: 'aud_1', timestamp: 't', action: 'detect', result: 'success', resource_id: 'r', user_id: 'u' }],
    pagination: { total: 1, limit: 1, offset: 0, has_more: false, next_cursor: null },
  }));
  const filters = [
    '--start',
    '2026-11-01',
    '--resource-id',
    'doc_1',
    '--ip-address',
    '127.0.0.1',
    '--action',
    'detect',
  ];
  const { stdout } = await folder.run(['audit', 'list', '--plain', ...filters], { service });
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'TIME  ACTION  RESULT   RESOURCE  USER  ENTRY',
    't     detect  success  r         u     aud_1',
  ]);
  expect(Object.fromEntries(service.got[0]?.query ?? [])).toMatchObject({
    ...{ start: '2026-11-01', resource_id: 'doc_1', ip_address: '127.0.0.1', action: 'detect' },
  });
});
