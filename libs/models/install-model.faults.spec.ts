import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { checkModel } from './check-model.js';
import { type InstallStep, installModel } from './install-model.js';
import { openSource } from './model-source.js';
import { packedModel, type SourceServer, serveSource } from './models.fixture.js';
import { faultsOf, installedModels } from './models-folder.js';

const { signal } = new AbortController();
const hooks = join(import.meta.dirname, '../platform/process/typescript-hooks.mjs');
const program = join(import.meta.dirname, 'install-model.process.ts');

let folder: string;
let server: SourceServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-killed-'));
  server = await serveSource(await packedModel());
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Installs the model in a process of its own, which dies at a step; resolves with how it ended. */
const endedAt = async (step: string): Promise<string | number | null> => {
  const child = spawn(process.execPath, ['--import', hooks, program, folder, server.url, step], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, killedBy] = await once(child, 'exit');
  return killedBy ?? code;
};

/** Every installed model is whole, byte by byte. */
const whole = async (): Promise<string[]> => {
  const { models, broken } = await installedModels(folder);
  expect(broken).toEqual([]);
  for (const model of models) expect(await faultsOf(folder, model)).toEqual([]);
  return models.map(({ modelId }) => modelId);
};

const install = async (into: string, onStep: (step: InstallStep) => void = () => undefined) => {
  const source = await openSource(server.url, signal);
  const [model] = source.catalogue?.models ?? [];
  if (model === undefined) throw new Error('the source has no model');
  server.asked.length = 0;
  return installModel(model, {
    ...{ folder: into, source, check: checkModel, signal, reserveBytes: 0, onWait: () => undefined, onStep },
  });
};

it.each(['1', '300000', 'fetched', 'unpacked', 'described', 'checked', 'installed'])(
  'a process that is killed at %s leaves no half model, and the next one finishes its work',
  async (step) => {
    expect(await endedAt(step)).toBe('SIGKILL');
    expect(await whole()).toEqual(step === 'installed' ? ['marian-en-de-tiny'] : []);
    await install(folder);
    expect(await whole()).toEqual(['marian-en-de-tiny']);
    // What was there whole is not fetched again.
    if (!/^\d+$/.test(step)) expect(server.asked).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('.lock'))).toEqual([]);
  },
);

it('of two processes at once, of which one is killed, the other installs the model', async () => {
  const [, other] = await Promise.all([endedAt('1'), endedAt('never')]);
  expect(other).toBe(0);
  expect(await whole()).toEqual(['marian-en-de-tiny']);
});

const mountSmallDisk = async (): Promise<string | undefined> => {
  const disk = await mkdtemp(join(tmpdir(), 'transledger-small-disk-'));
  try {
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
    return disk;
  } catch {
    await rm(disk, { recursive: true });
    return undefined;
  }
};
const smallDisk = await mountSmallDisk();

describe.skipIf(smallDisk === undefined)('a full disk (skipped without the right to mount a small one)', () => {
  const disk = smallDisk ?? '';
  afterAll(async () => {
    await promisify(execFile)('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  const fill = async (bytes: number) => {
    try {
      for (;;) await appendFile(join(disk, 'filler'), Buffer.alloc(bytes));
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOSPC') throw error;
    }
  };

  it('is said with what is needed, also when others fill it meanwhile; nothing is left, and with room it goes on', async () => {
    const models = join(disk, 'models');
    let filling: Promise<void> | undefined;
    const source = await openSource(server.url, signal);
    const slowCheck = async () => {
      throw new Error('was reached');
    };
    const [model] = source.catalogue?.models ?? [];
    if (model === undefined) throw new Error('the source has no model');
    const places = source.places.bind(source);
    const fillingSource = {
      ...source,
      async *places(...args: Parameters<typeof places>) {
        filling ??= fill(4_096);
        await filling;
        yield* places(...args);
      },
    };
    const given = { folder: models, check: slowCheck, signal, reserveBytes: 0, onWait: () => undefined };
    await expect(installModel(model, { ...given, source: fillingSource })).rejects.toThrow(
      `The disk is full: en-de tiny 9.0 needs about 3 MB free in ${models}. Nothing of it is left there.`,
    );
    expect((await readdir(models, { recursive: true })).filter((name) => name.includes('marian'))).toEqual([]);
    await expect(installModel(model, { ...given, source })).rejects.toThrow(
      /needs about 3 MB in .*; its disk has 0 MB/,
    );
    await rm(join(disk, 'filler'));
    await install(models);
    expect((await installedModels(models)).models).toHaveLength(1);
  });
});
