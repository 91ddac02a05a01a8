import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Translator } from '@transledger/marian';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelManifest } from '#libs/models/model-manifest.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { InferenceClient } from '#libs/ports/inference/marian/inference-client.js';
import { projectRoot } from '#test/project-root.js';
import { installSample, removeSample, sampleFiles, sampleLines } from './sample-model.fixture.js';

const program = join(projectRoot, 'dist/apps/inference/main.js');

let lines: string[];
let line: string;
let expected: string[];
beforeAll(async () => {
  lines = await sampleLines();
  [line = ''] = lines;
  const translator = await Translator.load(sampleFiles);
  expected = await Promise.all(lines.map(async (text) => (await translator.translate(text)).text));
  await translator.close();
});

let data: string;
let children: ChildProcess[];
let client: InferenceClient;
let manifest: ModelManifest;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'inference-'));
  children = [];
  client = new InferenceClient([{ path: socket() }]);
  manifest = await installSample(models());
});
afterEach(async () => {
  await client.close();
  await Promise.all(children.map(kill));
  await rm(data, { recursive: true, force: true });
});

const models = () => join(data, 'models');
const socket = (name = 'inference') => join(data, `${name}.sock`);

const start = (environment: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, TRANSLEDGER_DATA_DIR: data, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

const textsOf = async (given: readonly string[], by = client): Promise<string[]> =>
  (await by.translate(given, { model: manifest.modelSha256, priority: 'document' })).map(({ text }) => text);

/** The tokens of a stream; `onFirst` is called at the first. */
const streamed = async (onFirst: () => unknown) => {
  const tokens: string[] = [];
  const stream = client.stream(line, { model: manifest.modelSha256 });
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { tokens: tokens.join(''), text: next.value.text };
    tokens.push(next.value.text);
    if (tokens.length === 1) await onFirst();
  }
};

const until = (check: () => Promise<boolean>) => vi.waitUntil(check, { timeout: 60_000, interval: 100 });
const hashes = async (by = client) => (await by.list()).map(({ sha256 }) => sha256);

describe('the inference process', () => {
  it('translates as the model does', async () => {
    start();
    expect(await textsOf(lines)).toEqual(expected);
    expect(await streamed(() => undefined)).toEqual({ tokens: expected[0], text: expected[0] });
  });

  it('that is killed amid texts and a stream is asked again where it comes back, and nothing comes twice', async () => {
    const first = start();
    const texts = textsOf([...lines, ...lines.map((each) => `${each} Again.`)]);
    const stream = await streamed(async () => {
      await kill(first);
      start();
    });
    expect(stream).toEqual({ tokens: expected[0], text: expected[0] });
    expect((await texts).slice(0, lines.length)).toEqual(expected);
  });

  it('that is killed and does not come back is unavailable within seconds', async () => {
    const only = start();
    await textsOf([line]);
    await kill(only);
    const since = performance.now();
    await expect(textsOf([line])).rejects.toThrow(ModelUnavailableError);
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('leaves its work to a second one when it is killed', async () => {
    await client.close();
    client = new InferenceClient([{ path: socket() }, { path: socket('second') }]);
    const first = start();
    start({ TRANSLEDGER_INFERENCE_LISTEN: `unix://${socket('second')}` });
    await until(async () => (await client.health()).ready);
    const texts = textsOf(lines);
    expect(await streamed(() => kill(first))).toEqual({ tokens: expected[0], text: expected[0] });
    expect(await texts).toEqual(expected);
  });

  it('listens to TCP where it is told to', async () => {
    const port = await freePort();
    start({ TRANSLEDGER_INFERENCE_LISTEN: `tcp://127.0.0.1:${port}` });
    const remote = new InferenceClient([{ host: '127.0.0.1', port }]);
    expect(await textsOf([line], remote)).toEqual([expected[0]]);
    await remote.close();
  });
});

describe('models beside a running process', () => {
  it('are used once they are added, exchanged or removed', async () => {
    await removeSample(models(), manifest.modelId);
    start();
    await until(async () => (await hashes()).length === 0);
    await installSample(models());
    await until(async () => (await hashes()).includes(manifest.modelSha256));
    expect(await textsOf([line])).toEqual([expected[0]]);
    const { modelSha256 } = await installSample(models(), { isAligned: true });
    await until(async () => (await hashes()).join() === modelSha256);
    await expect(textsOf([line])).rejects.toThrow('The model is not installed');
    await removeSample(models(), manifest.modelId);
    await until(async () => (await hashes()).length === 0);
  });

  it('whose files are not those of their hash are not translated with', async () => {
    const file = join(models(), manifest.modelId, 'model.bin');
    await writeFile(file, Buffer.alloc(594_061));
    start();
    await expect(textsOf([line])).rejects.toThrow('marian-en-de-tiny cannot be loaded');
  });

  it('that do not fit into memory together take turns', async () => {
    const other = await installSample(models(), { isAligned: true, target: 'fr' });
    const child = start({ TRANSLEDGER_MODELS_MEMORY: String(64 * 2 ** 20) });
    const texts = await Promise.all([
      textsOf(lines),
      client.translate(lines, { model: other.modelSha256, priority: 'document' }),
    ]);
    expect([texts[0], texts[1].length, child.exitCode]).toEqual([expected, lines.length, null]);
  });
});

describe('a program that asks the process', () => {
  const hooks = join(projectRoot, 'libs/platform/process/typescript-hooks.mjs');
  const asking = join(projectRoot, 'libs/ports/inference/marian/inference-client.process.ts');

  it('waits for its answers, also with nothing else to do, and then ends', async () => {
    start();
    await until(async () => (await client.health()).ready);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', hooks, asking, `unix://${socket()}`, line],
      { timeout: 60_000 },
    );
    expect(stdout).toBe(`${expected[0]}\n`.repeat(2));
  });
});
