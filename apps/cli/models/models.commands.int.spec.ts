import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packedModel, type SourceServer, serveSource, sha256Of } from '#libs/models/models.fixture.js';
import { cleanEnvironment } from '#test/e2e/running-service.js';
import { projectRoot } from '#test/project-root.js';

const program = join(projectRoot, 'dist/apps/cli/main.js');
const id = 'marian-en-de-tiny';

let folder: string;
let server: SourceServer;
let settings: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-models-cli-'));
  server = await serveSource(await packedModel());
  settings = { TRANSLEDGER_DATA_DIR: folder, TRANSLEDGER_DISK_RESERVE: '0' };
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...cleanEnvironment(), ...settings };
    execFile(process.execPath, [program, 'models', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const json = async (...args: string[]) => JSON.parse((await run('--json', ...args)).stdout);

it('without anybody to ask, everything is shown, nothing installed, and the end is a failure', async () => {
  const asked = await run('add', 'en-de:tiny', '--from', server.url);
  expect(asked.code).toBe(1);
  expect(asked.stdout).toContain('MPL-2.0  https://www.mozilla.org/MPL/2.0/');
  expect(asked.stdout).toMatch(/Size {7}\d\.\d MB to fetch, about \d\.\d MB on the disk/);
  expect(asked.stdout).toMatch(/SHA-256 {4}[0-9a-f]{64}\n/);
  expect(asked.stdout).toContain(`Source     ${server.url}/models/tiny/ende\n`);
  expect(asked.stderr).toContain('Nothing was installed. Nobody can be asked here: say --yes');
  expect((await json('list', '--from', server.url)).installed).toEqual([]);
});

it('a model is added from a mirror, bundled, removed, added from the bundle and verified', async () => {
  settings.TRANSLEDGER_MODELS_MIRROR = server.url.replace('http://', 'http://reader:s3cret@');
  const added = await run('add', 'en-de', '--yes');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toMatch(/✓ en-de tiny 9\.0 is installed \(marian-en-de-tiny\)\n {2}Good morning\. → \S/);
  expect((await run('add', 'en-de', '--yes')).stdout).toBe(`✓ en-de tiny 9.0 is installed already (${id})\n`);
  const listed = await run('list');
  expect(listed.stdout).toMatch(
    /en-de:tiny +en-de tiny 9\.0 +0\.9 MB +MPL-2\.0 +http:\/\/127\.0\.0\.1:\d+\/models\/tiny\/ende/,
  );
  expect(JSON.stringify([added, listed])).not.toMatch(/reader|s3cret/);
  expect((await run('update')).stdout).toBe('The installed models are those of the catalogue.\n');

  const bundle = join(folder, 'models.tar');
  const bundling = spawn(process.execPath, [program, 'models', 'bundle', 'en-de'], {
    env: { ...cleanEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.all([pipeline(bundling.stdout, createWriteStream(bundle)), once(bundling, 'exit')]);
  const before = await json('verify');
  expect((await run('remove', 'en-de')).stdout).toBe(`${id} is removed.\n`);
  expect((await run('verify')).stdout).toBe('No model is installed.\n');
  expect(await json('add', '--from', bundle, '--yes')).toMatchObject({
    models: [{ id, installed: true, model_sha256: before.models[0].model_sha256 }],
  });
  expect(await json('verify')).toEqual(before);
});

it('an update installs what the catalogue has anew, and says so first', async () => {
  await run('add', 'en-de', '--from', server.url, '--yes');
  await server.close();
  const packed = await packedModel();
  const path = 'models/tiny/ende/vocab.ende.spm.gz';
  const again = gzipSync(gunzipSync(packed.files.get(path) ?? ''), { level: 1 });
  const changed = await packedModel((entry) => {
    entry.files['vocab.ende.spm.gz'] = { size: again.length, sha256: sha256Of(again) };
    entry.version = '9.1';
  });
  changed.files.set(path, again);
  server = await serveSource(changed);
  expect(await run('update', '--from', server.url)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('en-de tiny 9.1'),
  });
  expect((await run('update', '--from', server.url, '--yes')).code).toBe(0);
  expect((await json('list', '--from', server.url)).installed).toMatchObject([{ id, name: 'en-de tiny 9.1' }]);
});

it('a file that was changed is named, is not bundled, and its model can be removed', async () => {
  await run('add', 'en-de', '--from', server.url, '--yes');
  await writeFile(join(folder, 'models', id, 'vocab.ende.spm'), 'other');
  const verified = await run('verify');
  expect(verified).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ marian-en-de-tiny\n {4}vocab\.ende\.spm has/),
  });
  expect(await run('bundle', 'en-de')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('is not as it was installed'),
  });
  await writeFile(join(folder, 'models', id, 'model.json'), '{');
  expect((await run('verify')).stdout).toContain('model.json is missing or damaged');
  expect((await run('remove', 'en-de:tiny')).code).toBe(0);
  expect((await run('verify')).code).toBe(0);
});

it.each<[string[], string]>([
  [['add'], 'Say which models'],
  [['add', 'english'], '"english" names no model'],
  [['add', 'en-dd'], 'no model for en-dd; the nearest are'],
  [['add', 'en-de:base'], 'There is en-de:base-memory, en-de:tiny.'],
  [['add', 'en-de', '--from', 'http://models.example'], 'http:// is for this machine alone'],
  [['add', 'en-de', '--from', 'https://user:s3cret@models.example?x'], 'must be a URL without ? and #'],
  [['add', 'en-de', '--from', '/nowhere'], 'There is no file or folder /nowhere'],
  [['add', '--from', 'package.json'], 'The bundle package.json cannot be used'],
  [['remove', 'en-de'], 'en-de is not installed; no model is'],
  [['bundle', 'en-de'], 'en-de is not installed'],
])('models %j is refused with a sentence', async (args, sentence) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('s3cret');
});
