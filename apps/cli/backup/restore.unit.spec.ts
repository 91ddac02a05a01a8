import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupMarkOf } from '#libs/engines/key-vault.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { TarEntry } from '#libs/platform/tar/tar.js';
import { type BackupHead, writeBackup } from './backup-file.js';
import { nextSteps, type RestoreOptions, restore } from './restore.js';

const masterKey = Buffer.alloc(32, 1);
const machine = `${process.platform} ${process.arch}`;

let folder: string;
let dataDir: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-restore-'));
  dataDir = join(folder, 'data');
  file = join(folder, 'a.backup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const backupOf = (paths: readonly string[], head: Partial<BackupHead> = {}) => {
  const entries = async function* (): AsyncGenerator<TarEntry> {
    for (const path of ['postgres', 'postgres/cluster', 'documents']) yield { path, content: undefined };
    for (const path of paths)
      yield {
        path,
        content: {
          size: path.length,
          chunks: (async function* () {
            yield Buffer.from(path);
          })(),
        },
      };
  };
  const usual = { format: 1, created_at: 'now', machine, postgres: '18', master_key: backupMarkOf(masterKey) } as const;
  return writeBackup(file, { ...usual, ...head }, entries(), () => undefined);
};

const restored = (options: Partial<RestoreOptions> = {}) =>
  restore({
    settings: readSettings({ TRANSLEDGER_DATA_DIR: dataDir, TRANSLEDGER_MASTER_KEY: masterKey.toString('base64') }),
    file,
    masterKeyFile: undefined,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });

const nothingWritten = async () => expect(await readdir(folder)).toEqual(['a.backup']);

it('a backup fills an empty folder, and nothing else is there then', async () => {
  await backupOf(['postgres/cluster/PG_VERSION', 'documents/a-file']);
  expect(await restored()).toMatchObject({ entries: 5, created_at: 'now' });
  expect((await readdir(dataDir)).sort()).toEqual(['documents', 'postgres']);
  expect(await readFile(join(dataDir, 'documents/a-file'), 'utf8')).toBe('documents/a-file');
  await expect(restored()).rejects.toThrow('is not empty');
});

it('the master key may lie in the folder already', async () => {
  await backupOf(['documents/a-file']);
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'master.key'), `${masterKey.toString('base64')}\n`);
  await restored({ settings: readSettings({ TRANSLEDGER_DATA_DIR: dataDir }) });
  expect((await readdir(dataDir)).sort()).toEqual(['documents', 'master.key', 'postgres']);
});

it('a backup of another kind of machine is refused', async () => {
  await backupOf([], { machine: 'plan9 vax' });
  await expect(restored()).rejects.toThrow('The backup is of plan9 vax');
  await nothingWritten();
});

it('a backup of another master key is refused', async () => {
  await backupOf([], { master_key: backupMarkOf(Buffer.alloc(32, 2)) });
  await expect(restored()).rejects.toThrow('with another master key');
  await nothingWritten();
});

it.each(['../outside', 'documents/../../outside', '/etc/outside', 'elsewhere/file', 'documents/a\nb'])(
  'a path that leads out of the folder or belongs to nothing (%j) is refused',
  async (path) => {
    await backupOf([path]);
    await expect(restored()).rejects.toThrow('a path that does not belong there');
    await nothingWritten();
  },
);

it('a restore that is broken off leaves nothing but the empty folder', async () => {
  await backupOf(['documents/a-file', 'documents/b-file']);
  const interruption = new AbortController();
  const onProgress = ({ step }: { step: string }) => {
    if (step === 'restored') interruption.abort(new Error('broken off'));
  };
  await expect(restored({ signal: interruption.signal, onProgress })).rejects.toThrow('broken off');
  expect(await readdir(dataDir)).toEqual([]);
  expect(await restored()).toMatchObject({ entries: 5 });
});

it('what was signed of the audit logs, which is in no backup, may be there already', async () => {
  await backupOf(['postgres/cluster/PG_VERSION']);
  await mkdir(join(dataDir, 'signed-heads'), { recursive: true });
  await restored();
  expect((await readdir(dataDir)).sort()).toEqual(['documents', 'postgres', 'signed-heads']);
});

it('the closing lines name the commands by which the audit logs go on', async () => {
  await backupOf(['postgres/cluster/PG_VERSION']);
  await restored();
  expect(nextSteps(dataDir).filter((line) => line.startsWith('  '))).toEqual([
    expect.stringContaining('audit resume-log --all --without-copy --reason'),
    expect.stringContaining('audit new-log --all --reason'),
  ]);
  await mkdir(join(dataDir, 'signed-heads'));
  expect(nextSteps(dataDir).filter((line) => line.startsWith('  '))).toEqual([
    expect.stringContaining('audit new-log --all --reason'),
  ]);
  expect(nextSteps(dataDir).join()).toContain('/health/ready says "degraded"');
});

it.each([
  ['cannot be made', '/proc/nope/at/all', 'ENOENT'],
  ['is a file', '/etc/hostname', 'ENOTDIR'],
])('a data folder that %s is named by its setting', async (_what, place, code) => {
  await backupOf(['documents/a-file']);
  const settings = { TRANSLEDGER_DATA_DIR: place, TRANSLEDGER_MASTER_KEY: masterKey.toString('base64') };
  await expect(restored({ settings: readSettings(settings) })).rejects.toThrow(
    `The data folder ${place} cannot be used (${code}). Set TRANSLEDGER_DATA_DIR`,
  );
});
