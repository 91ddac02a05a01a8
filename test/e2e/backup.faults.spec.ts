import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint, parseNote, parseVerifierKey, verifyNote, verifyReceipt } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { runCommandLine } from './command-line.js';
import { endService, processesOn } from './end-service.js';
import { eventually } from './eventually.js';
import { metricsWith } from './metrics-page.js';
import { newDataDir, RunningService, runProgram } from './running-service.js';

interface Audit {
  data: { entries: { id: string; action: string; leaf_hash?: string }[] };
}

const echo = { TRANSLEDGER_INFERENCE: 'echo' };
const text = { text: 'The contract is signed.', source: 'en', target: 'es' };

/** Runs the command line on a data folder. */
const on = <T>(dataDir: string, ...args: string[]): Promise<T> =>
  runCommandLine<T>({ TRANSLEDGER_DATA_DIR: dataDir }, ...args);

describe.skipIf(process.env.E2E_EVENTSTORE_URL !== undefined)('a backup beside the running service', () => {
  let service: RunningService;
  let folder: string;
  let file: string;
  let masterKey: string;
  let documentId: string;
  let translated: string;
  /** Everything that was acknowledged before the backup began. */
  let entriesBefore: Audit['data']['entries'];
  let calls = 0;

  const entries = async (of: RunningService): Promise<Audit['data']['entries']> =>
    ((await (await of.fetch('/v1/compliance/audit-logs?limit=1000')).json()) as Audit).data.entries;
  const download = async (of: RunningService): Promise<string> =>
    (await of.fetch(`/v1/documents/${documentId}/download`)).text();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-backups-'));
    file = join(folder, 'first.backup');
    masterKey = join(folder, 'kept.key');
    service = await RunningService.start({ settings: echo });
    await copyFile(join(service.dataDir, 'master.key'), masterKey);
    const form = new FormData();
    form.append('file', new Blob(['The first sentence.\n\nThe second sentence.\n']), 'a.txt');
    form.append('source', 'en');
    form.append('target', 'es');
    const upload = await service.fetch('/v1/documents', { method: 'POST', body: form });
    documentId = ((await upload.json()) as { data: { id: string } }).data.id;
    await eventually(
      async () =>
        ((await (await service.fetch(`/v1/documents/${documentId}`)).json()) as { data: { status: string } }).data,
      ({ status }) => status === 'completed',
    );
    translated = await download(service);
    entriesBefore = await entries(service);
  });
  afterAll(async () => {
    await service.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('a backup is written while others go on writing, and is found whole', async () => {
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        expect((await service.postJson('/v1/translate', text)).status).toBe(200);
        calls += 1;
      }
    })();
    const written = await on<{ entries: number; bytes: number }>(service.dataDir, 'backup', file).finally(() => {
      isDone = true;
    });
    await writing;
    expect(calls).toBeGreaterThan(0);
    expect(written.entries).toBeGreaterThan(100);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['first.backup', 'kept.key']);
  });

  it('a file that is there is not written over', async () => {
    await expect(on(service.dataDir, 'backup', file)).rejects.toThrow(/exists already/);
  });

  it('a restore without the master key, or with another one, writes nothing', async () => {
    const dataDir = join(folder, 'restored');
    await expect(on(dataDir, 'restore', file)).rejects.toThrow(/The master key of the backup is needed/);
    const other = join(folder, 'other.key');
    await writeFile(other, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    await expect(on(dataDir, 'restore', file, '--master-key', other)).rejects.toThrow(/with another master key/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a restore of a damaged backup, or into a folder with something in it, writes nothing', async () => {
    const damaged = join(folder, 'damaged.backup');
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    await writeFile(damaged, bytes);
    const dataDir = join(folder, 'restored');
    await expect(on(dataDir, 'restore', damaged, '--master-key', masterKey)).rejects.toThrow(/cannot be used/);
    expect(existsSync(dataDir)).toBe(false);
    const full = join(folder, 'full');
    await mkdir(full);
    await writeFile(join(full, 'a-file'), '');
    await expect(on(full, 'restore', file, '--master-key', masterKey)).rejects.toThrow(/is not empty \(a-file\)/);
    expect(await readdir(full)).toEqual(['a-file']);
  });

  it('a service on the restored folder gives the same answers, and its audit log is what its log says', async () => {
    const dataDir = join(folder, 'restored');
    await on(dataDir, 'restore', file, '--master-key', masterKey);
    expect((await readdir(dataDir)).sort()).toEqual(['documents', 'master.key', 'postgres']);
    const started = await RunningService.start({ dataDir, settings: echo });
    try {
      const restored = started.as(service.apiKey);
      expect(await download(restored)).toBe(translated);
      const found = await entries(restored);
      expect(found.slice(-entriesBefore.length)).toEqual(entriesBefore);
      expect(found.length).toBeGreaterThan(entriesBefore.length);
      expect((await restored.postJson('/v1/translate', text)).status).toBe(200);
      const { comparison } = await on<{ comparison: { kind: string } }>(dataDir, 'projections', 'rebuild', 'audit-log');
      expect(comparison).toMatchObject({ kind: 'equal' });
    } finally {
      await started.dispose();
    }
  });

  describe('the audit log of a service that was restored', () => {
    const log = '/v1/compliance/audit-logs';
    interface Head {
      origin: string;
      size: number;
      checkpoint: string;
    }
    const data = async <T>(of: RunningService, path: string): Promise<T> =>
      ((await (await of.fetch(`${log}/${path}`)).json()) as { data: T }).data;
    const isStopped = (of: RunningService) => metricsWith(of, /^transledger_audit_logs_not_signed(\{[^}]*\})? [1-9]/m);
    const readiness = async (of: RunningService) => {
      const { status, dependencies } = (await (await of.fetch('/health/ready', { key: null })).json()) as {
        status: string;
        dependencies: Record<string, { status: string }>;
      };
      return [status, dependencies.audit_logs?.status];
    };
    const readinessBecomes = (of: RunningService, ...wanted: string[]) =>
      eventually(
        () => readiness(of),
        (said) => said.join() === wanted.join(),
      );
    let lost: { id: string; receipt: string };

    it('acts after the backup are signed', async () => {
      const answer = await service.postJson('/v1/translate?receipt=true', text);
      const { receipt } = ((await answer.json()) as { meta: { receipt: { entry: { id: string } } } }).meta;
      lost = { id: receipt.entry.id, receipt: JSON.stringify(receipt) };
      expect(await verifyReceipt(lost.receipt)).toHaveProperty('verified');
    });

    it('it is signed no more, and the operator begins another over what remains', async () => {
      const dataDir = join(folder, 'signed');
      await mkdir(dataDir);
      await cp(join(service.dataDir, 'signed-heads'), join(dataDir, 'signed-heads'), { recursive: true });
      await on(dataDir, 'restore', file, '--master-key', masterKey);
      const started = await RunningService.start({ dataDir, settings: echo });
      try {
        const restored = started.as(service.apiKey);
        await isStopped(restored);
        await readinessBecomes(restored, 'degraded', 'degraded');
        expect((await restored.postJson('/v1/translate', text)).status).toBe(200);
        const old = await data<Head>(restored, 'checkpoint');
        const organization = old.origin.slice(old.origin.indexOf('/') + 1);
        await expect(on(dataDir, 'audit', 'resume-log', '--all')).rejects.toThrow();
        const { logs } = await on<{ logs: { origin: string; verifier_key: string; previous_checkpoint: string }[] }>(
          dataDir,
          ...['audit', 'new-log', '--all', '--reason', 'Restored from a backup'],
        );
        expect(logs).toMatchObject([{ organization_id: organization, origin: `${old.origin}/2` }]);
        const closed = parseCheckpoint(parseNote(logs[0]?.previous_checkpoint ?? '').text);
        expect(closed.size).toBeGreaterThan(old.size);
        const head = await eventually(
          () => data<Head>(restored, 'checkpoint'),
          ({ origin }) => origin === `${old.origin}/2`,
        );
        const { keys } = await data<{ keys: { name: string; verifier_key: string }[] }>(restored, 'keys');
        const [first, second] = keys.map(({ verifier_key }) => parseVerifierKey(verifier_key));
        expect(keys.map(({ name }) => name)).toEqual([old.origin, head.origin]);
        if (first === undefined || second === undefined) throw new Error('There are two keys');
        expect(await verifyNote(parseNote(head.checkpoint), second)).toBe(true);
        // What was signed before still verifies, and the new log says what it came after.
        expect(await verifyReceipt(lost.receipt, first)).toHaveProperty('verified');
        const { entries: begun } = await data<Audit['data']>(restored, '?action=log_key_rotate');
        expect(begun).toMatchObject([
          { metadata: { previous_checkpoint: logs[0]?.previous_checkpoint, reason: 'Restored from a backup' } },
        ]);
        await readinessBecomes(restored, 'ready', 'ready');
        await expect(on(dataDir, 'audit', 'new-log', '--all', '--reason', 'Again')).resolves.toEqual({ logs: [] });
        expect(await on(dataDir, 'audit', 'verify')).toMatchObject({ verified: true, origin: head.origin });
      } finally {
        await started.dispose();
      }
    });

    it('where nothing is known of it outside, it goes on only when the operator says so', async () => {
      const dataDir = join(folder, 'without-heads');
      await on(dataDir, 'restore', file, '--master-key', masterKey);
      const started = await RunningService.start({ dataDir, settings: echo });
      try {
        const restored = started.as(service.apiKey);
        await isStopped(restored);
        await expect(on(dataDir, 'audit', 'resume-log', '--all')).rejects.toThrow();
        const ill = await on(dataDir, 'doctor').catch(({ stdout }: { stdout: string }) => stdout);
        expect(ill).toMatch(/1 of 1 are signed no more; of org_/);
        const { origin, size } = await data<Head>(restored, 'checkpoint');
        const { logs } = await on<{ logs: { resumed: boolean }[] }>(
          dataDir,
          ...['audit', 'resume-log', '--all', '--without-copy', '--reason', 'Stopped before the backup'],
        );
        expect(logs).toMatchObject([{ resumed: true }]);
        expect((await restored.postJson('/v1/translate', text)).status).toBe(200);
        const head = await eventually(
          () => data<Head>(restored, 'checkpoint'),
          (found) => found.size > size,
        );
        expect(head.origin).toBe(origin);
        // One that is signed as ever stays so, and leaves no second entry.
        expect(await on(dataDir, 'audit', 'resume-log')).toMatchObject({ logs: [{ resumed: false, reason: null }] });
        const { entries } = await data<Audit['data']>(restored, '?action=log_resume');
        const stopped_because = expect.stringContaining('outside the database');
        expect(entries).toMatchObject([
          { metadata: { log: origin, reason: 'Stopped before the backup', stopped_because, without_copy: true } },
        ]);
      } finally {
        await started.dispose();
      }
    });
  });

  it('a start on a folder whose restore was broken off is refused', async () => {
    const dataDir = join(folder, 'half');
    await mkdir(join(dataDir, 'restoring'), { recursive: true });
    const started = runProgram({ ...echo, TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^✗ A restore into .* was broken off\./m);
  });

  it('a service that is stopped is backed up too, and nothing is left running', async () => {
    await service.stop();
    const second = join(folder, 'second.backup');
    await on(service.dataDir, 'backup', second);
    expect(existsSync(join(service.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    expect(processesOn(service.dataDir)).toEqual([]);
    const dataDir = await newDataDir();
    try {
      await copyFile(masterKey, join(dataDir, 'master.key'));
      const { entries: count } = await on<{ entries: number }>(dataDir, 'restore', second);
      expect(count).toBeGreaterThan(100);
    } finally {
      await endService(dataDir, []);
    }
  });

  it('what is not in the data folder is named, with what to do instead', async () => {
    const settings = {
      TRANSLEDGER_DATA_DIR: service.dataDir,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      S3_BUCKET: 'documents',
    };
    const backup = runCommandLine(settings, 'backup', join(folder, 'third.backup'));
    await expect(backup).rejects.toThrow(/✗ DATABASE_URL: .* its own tools\n✗ S3_BUCKET: .* bucket of your own/);
  });
});
