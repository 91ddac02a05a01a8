import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { processesOn } from './end-service.js';
import { eventually } from './eventually.js';
import { failToStart, linesOf } from './failed-start.js';
import {
  newDataDir,
  RunningService,
  runNpmStart,
  runProgram,
  type StartedProgram,
  untilReady,
} from './running-service.js';

const isJson = (line: string): boolean => line.startsWith('{');

describe('a running service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
  });
  afterAll(() => service.dispose());

  it('the service prints the address, the key, a line to paste, the docs and the data folder', () => {
    expect(service.output).toContain(service.url);
    expect(service.output).toContain(`${service.url}/docs`);
    expect(service.output).toContain(service.dataDir);
    expect(service.output).toMatch(/curl -s .* -H 'Authorization: Bearer tl_live_/);
  });

  it('logs are JSON lines on standard output, and nothing else is there', () => {
    const { stdout, stderr } = service.printed;
    const roles = linesOf(stdout).map((line) => JSON.parse(line).role);
    expect(roles.filter((role) => role === 'projector')).toHaveLength(1); // none for each projection
    expect(linesOf(stderr).filter(isJson)).toEqual([]);
    expect(stderr).toContain('Transledger is ready.');
  });

  it('the line about a role that died says how, and the role is started again', async () => {
    process.kill(service.roleOf('worker'), 'SIGKILL');
    await eventually(
      async () => service.output,
      (output) => output.includes('! The worker process ended by SIGKILL; starting it again in 0.5 s'),
    );
  });

  it('the embedded database that died is started again where it was, and the service goes on', async () => {
    const translate = () => service.postJson('/v1/translate', { text: 'a', source: 'en', target: 'es' });
    const pidFile = join(service.dataDir, 'postgres/cluster/postmaster.pid');
    process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
    await eventually(
      async () => service.output,
      (output) => output.includes('! The database ended; starting it again'),
    );
    await eventually(translate, ({ status }) => status === 200);
  });

  it('a second service is kept off the data folder, and the first goes on', async () => {
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: service.dataDir,
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^✗ Another Transledger runs on the data folder/)]);
    expect((await service.fetch('/health/ready', { key: null })).status).toBe(200);
  });

  it('without a terminal the first key is in a file that is named, not in what is printed, and stays valid', async () => {
    const file = join(service.dataDir, 'first-api-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(service.output).toContain(`API key      in ${file} `);
    expect(service.output).not.toContain(service.apiKey);
    expect(await service.stop()).toBe(0);
    expect(service.output).toMatch(/✓ Stopped \(\d+\.\d s\)\n$/);
    await service.restart();
    expect(service.output).not.toContain(service.apiKey);
    expect((await service.fetch('/v1/organization')).status).toBe(200);
  });

  it('a restored folder without its master key is refused, and no other key is written there', async () => {
    expect(await service.stop()).toBe(0);
    const file = join(service.dataDir, 'master.key');
    await rename(file, `${file}.elsewhere`);
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: service.dataDir,
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/master\.key is not there, and the data in this database/)]);
    expect(existsSync(file)).toBe(false);
    await rename(`${file}.elsewhere`, file);
  });

  it.each<[string, string, (started: StartedProgram) => void]>([
    ['is stopped while it starts', 'Starting the database', ({ process }) => process.kill('SIGTERM')],
    ['loses who started it while it starts', 'Bringing the tables', ({ process }) => process.disconnect()],
  ])('a service that %s leaves nothing running', async (_what, step, end) => {
    const dataDir = await newDataDir();
    const settings = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) };
    const started = runProgram(settings);
    await eventually(
      async () => started.output(),
      (output) => output.includes(step),
    );
    end(started);
    expect(await started.ended, started.output()).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('a service that can translate nothing says so before it says that it is ready', async () => {
    const dataDir = await newDataDir();
    const asked = { TRANSLEDGER_INFERENCE: 'apertium', TRANSLEDGER_LANGUAGE_PAIRS: 'en-xx' };
    const started = runProgram({ ...asked, TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) });
    try {
      await untilReady(started);
      expect(started.printed.stderr).toContain(
        '! Nothing can be translated. What is missing: npm run -s transledger-admin',
      );
    } finally {
      started.process.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('the metrics of every role are on the port of the metrics alone, and a pseudo-translation says what it is', async () => {
    const metricsPort = await freePort();
    const service = await RunningService.start({
      settings: { TRANSLEDGER_INFERENCE: 'pseudo', TRANSLEDGER_METRICS_PORT: String(metricsPort) },
    });
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const role of ['api', 'projector', 'worker']) {
      expect(page).toMatch(new RegExp(`transledger_process_resident_memory_bytes\\{role="${role}"\\}`));
    }
    expect((await service.fetch('/metrics', { key: null })).status).toBe(404);
    const translated = await service.postJson('/v1/translate', { text: 'A cat.', source: 'en', target: 'fi' });
    expect(await translated.json()).toMatchObject({ data: { translation: 'Ā ĉāţ.' }, meta: { model: 'pseudo' } });
    expect(service.output).toContain('TRANSLEDGER_INFERENCE=pseudo');
    await service.dispose();
  });

  it('where the usual port of metrics is taken, the next one is said at start, on loopback, and the API has no page', async () => {
    const other = createServer().listen(9_464, '127.0.0.1');
    // Where somebody else listens there, it is taken as well.
    await once(other, 'listening').catch(() => undefined);
    const dataDir = await newDataDir();
    const port = await freePort();
    const started = runProgram({ PORT: String(port), TRANSLEDGER_DATA_DIR: dataDir, TRANSLEDGER_INFERENCE: 'echo' });
    try {
      await untilReady(started);
      const [, said = ''] = /! Port 9464 of 127\.0\.0\.1 is taken: metrics are on (\d+)\./.exec(started.output()) ?? [];
      expect(started.output()).toContain(`Metrics      http://127.0.0.1:${said}/metrics`);
      expect((await fetch(`http://127.0.0.1:${said}/metrics`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
    } finally {
      other.close();
      started.process.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('the key that was given for automation works as soon as the service first says that it is ready', async () => {
    const key = 'tl_live_0000000000000000000000000000017200YwDE';
    const port = await freePort();
    const dataDir = await newDataDir();
    const settings = {
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_BOOTSTRAP_API_KEY: key,
      TRANSLEDGER_BOOTSTRAP_TIER: 'pro',
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(port),
    };
    const started = runProgram(settings, '--logs', 'pretty');
    const url = `http://127.0.0.1:${port}`;
    try {
      while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) await sleep(2);
      const answer = await fetch(`${url}/v1/organization`, { headers: { authorization: `Bearer ${key}` } });
      expect(await answer.json()).toMatchObject({ data: { tier: 'pro', status: 'active' } });

      // The same service shows what people read where they ask for it: pretty lines apart from what is said at the start.
      await untilReady(started);
      expect(started.printed.stdout).toContain('that of TRANSLEDGER_BOOTSTRAP_API_KEY');
      expect(linesOf(started.output()).filter(isJson)).toEqual([]);
      expect(started.printed.stderr).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: api: listening$/m);
    } finally {
      started.process.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('npm that gets %s takes its service with it', async (signal) => {
    const dataDir = await newDataDir();
    const settings = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) };
    const started = runNpmStart(settings);
    await untilReady(started);
    expect(processesOn(dataDir).length).toBeGreaterThan(5);
    started.process.kill(signal);
    await eventually(
      async () => processesOn(dataDir),
      (left) => left.length === 0,
    );
    expect(started.output()).toMatch(/✓ Stopped \(\d+\.\d s\)\n$/);
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    await rm(dataDir, { recursive: true, force: true });
  });
});
