import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { installMissingModels } from './missing-models.js';
import { packedModel, type SourceServer, serveSource } from './models.fixture.js';
import { installedModels } from './models-folder.js';

let folder: string;
let server: SourceServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-missing-'));
  server = await serveSource(await packedModel());
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (models: string, signal = new AbortController().signal, sayEveryMs = 60_000) => {
  const lines: string[] = [];
  const settings = readSettings({
    TRANSLEDGER_DATA_DIR: folder,
    TRANSLEDGER_DISK_RESERVE: '0',
    TRANSLEDGER_MODELS: models,
    TRANSLEDGER_MODELS_MIRROR: server.url.replace('http://', 'http://reader:s3cret@'),
  });
  const say = (line: string) => lines.push(line);
  await installMissingModels(settings, { signal, say, sayEveryMs, retryDelayMs: 1, againMs: 20 });
  return lines;
};

const installed = async () => (await installedModels(join(folder, 'models'))).models.map(({ modelId }) => modelId);

it('what is named and missing is installed, and what cannot be is named once', async () => {
  const lines = await run('en-de,en-xx');
  expect(await installed()).toEqual(['marian-en-de-tiny']);
  expect(lines).toEqual([
    `Installing the model en-de tiny 9.0 (MPL-2.0) from ${server.url}/models/tiny/ende`,
    '✓ The model en-de tiny 9.0 is installed',
    expect.stringMatching(/^! The model en-xx was not installed: There is no model for en-xx/),
  ]);
  expect(await run('en-de:tiny')).toEqual([]);
});

it('a download that takes long says how far it is', async () => {
  const [begun, ...between] = await run('en-de', undefined, 0);
  expect(begun).toMatch(/^Installing/);
  expect(between.at(-1)).toMatch(/is installed$/);
  expect(between.slice(0, -1)).toContain('… en-de tiny 9.0: 100 % of 1 MB');
});

it('a source that is away is asked again until it is back', async () => {
  const away = Array.from({ length: 6 }, () => (_request: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(503).end();
  });
  server.answer('models/tiny/ende/vocab.ende.spm.gz', ...away);
  const lines = await run('en-de');
  expect(await installed()).toEqual(['marian-en-de-tiny']);
  expect(lines.filter((line) => /answered 503\. It is tried again in 1 s\.$/.test(line))).toHaveLength(1);
});

it('the end of the service ends it, without a word', async () => {
  const ending = new AbortController();
  server.answer('models/tiny/ende/vocab.ende.spm.gz', () => ending.abort());
  const lines = await run('en-de', ending.signal);
  expect(lines).toHaveLength(1);
  expect(await installed()).toEqual([]);
});
