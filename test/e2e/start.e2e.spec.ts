import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { runCommandLine } from './command-line.js';
import { processesOn } from './end-service.js';
import { eventually } from './eventually.js';
import {
  cleanEnvironment,
  newDataDir,
  RunningService,
  runNpmStart,
  runProgram,
  untilReady,
} from './running-service.js';

/** Starts the service where it cannot start; answers its exit code and what it said. */
const failToStart = async (settings: Record<string, string>, ...args: string[]) => {
  const started = runProgram({ TRANSLEDGER_INFERENCE: 'echo', ...settings }, ...args);
  const code = await started.ended;
  const said = started
    .output()
    .split('\n')
    .filter((line) => line.startsWith('✗'));
  return { code, said, output: started.output() };
};

describe('a service that cannot start says why in one line and ends with 1', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newDataDir();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('the line names every malformed and unknown setting at once', async () => {
    const { code, said } = await failToStart({
      PORT: 'eighty',
      TRANSLEDGER_DOCUMENT_TTL: 'week',
      TRANSLEDGER_TYPO: '1',
      TRANSLEDGER_LOGLEVEL: 'debug',
    });
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^✗ PORT must be/),
      expect.stringMatching(/^✗ TRANSLEDGER_DOCUMENT_TTL must be/),
      '✗ TRANSLEDGER_TYPO is not a setting',
      '✗ TRANSLEDGER_LOGLEVEL is not a setting; did you mean TRANSLEDGER_LOG_LEVEL?',
    ]);
  });

  it('the service ends when its port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const { code, said } = await failToStart({ PORT: String(port), TRANSLEDGER_DATA_DIR: dataDir });
    other.close();
    expect({ code, said }).toEqual({ code: 1, said: [`✗ 127.0.0.1:${port} is taken. Set PORT or HOST.`] });
  });

  it('the service ends when the port of its metrics is taken, and names the setting', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const { code, said } = await failToStart({
      PORT: String(await freePort()),
      TRANSLEDGER_METRICS_PORT: String(port),
      TRANSLEDGER_DATA_DIR: dataDir,
    });
    other.close();
    expect({ code, said }).toEqual({ code: 1, said: [`✗ 127.0.0.1:${port} is taken. Set TRANSLEDGER_METRICS_PORT.`] });
  });

  it('the service leaves the data folder of a cluster alone, and a cluster that of the service', async () => {
    const [ofCluster, ofService] = [await newDataDir(), await newDataDir()];
    await mkdir(join(ofCluster, 'cluster'), { recursive: true });
    await mkdir(join(ofService, 'postgres/cluster'), { recursive: true });
    const port = String(await freePort());
    const { code, said } = await failToStart({ PORT: port, TRANSLEDGER_DATA_DIR: ofCluster });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^✗ The data folder .* is that of a cluster, .*TRANSLEDGER_DATA_DIR/)]);
    const program = join(projectRoot, 'dist/test/cluster/main.js');
    const settings = { ...cleanEnvironment(), PORT: port, TRANSLEDGER_DATA_DIR: ofService };
    await expect(promisify(execFile)(process.execPath, [program], { env: settings })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^✗ The data folder .* is that of npm start, .*TRANSLEDGER_DATA_DIR/),
    });
    expect(existsSync(join(ofService, 'cluster'))).toBe(false);
    for (const folder of [ofCluster, ofService]) await rm(folder, { recursive: true, force: true });
  });

  it('the cluster of one machine takes three brokers, and goes on to the port', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const settings = { ...cleanEnvironment(), PORT: String(port), TRANSLEDGER_DATA_DIR: dataDir };
    const program = join(projectRoot, 'dist/test/cluster/main.js');
    const started = promisify(execFile)(process.execPath, [program, '--brokers', '3', '--logs', 'json'], {
      env: settings,
    });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: `✗ 127.0.0.1:${port} is taken. Set PORT or HOST.\n`,
    });
    other.close();
  });

  it('the service ends when the data folder cannot be made', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: join(file, 'data'),
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/cannot be written \(ENOTDIR\)/)]);
  });

  it.skipIf(!existsSync('/proc/self'))('the service ends where no data folder can ever be made', async () => {
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: '/proc/nope/data',
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^✗ The data folder \/proc\/nope\/data cannot be written \(ENOENT\)/)]);
  });

  it.skipIf(process.getuid?.() === 0)(
    'the service ends when the data folder is read-only (root may write anywhere)',
    async () => {
      const folder = join(dataDir, 'read-only');
      await mkdir(folder);
      await chmod(folder, 0o500);
      const { code, said } = await failToStart({ TRANSLEDGER_DATA_DIR: folder, PORT: String(await freePort()) });
      expect(code).toBe(1);
      expect(said).toEqual([expect.stringMatching(/cannot be written \(EACCES\)/)]);
    },
  );

  it('the service ends when the database does not answer, and names its setting and address', async () => {
    const place = `127.0.0.1:${await freePort()}`;
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: `postgresql://nobody:secret@${place}/none`,
    });
    const why = `✗ DATABASE_URL: PostgreSQL at ${place} cannot be used (ECONNREFUSED)`;
    expect({ code, said }).toEqual({ code: 1, said: [why] });
  });

  it('the service ends when the policy of its witnesses cannot be read, before anything is started', async () => {
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      TRANSLEDGER_WITNESSES: '/nowhere/policy',
    });
    expect({ code, said }).toEqual({
      code: 1,
      said: ['✗ TRANSLEDGER_WITNESSES: /nowhere/policy cannot be read (ENOENT)'],
    });
  });

  it('the service ends when its event store does not answer, and names every server that does not', async () => {
    const port = await freePort();
    const { code, said, output } = await failToStart({
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      EVENTSTORE_URL: `esdb://admin:secret@127.0.0.1:${port}?tls=false`,
      KAFKA_BROKERS: `127.0.0.1:${port}`,
      REDIS_URL: `redis://127.0.0.1:${port}`,
      S3_BUCKET: 'documents',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      TRANSLEDGER_INFERENCE: 'triton',
      TRITON_URLS: `grpc://127.0.0.1:${port}`,
    });
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^✗ EVENTSTORE_URL: The event store cannot be used: /)]);
    for (const setting of ['KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT', 'TRITON_URLS'])
      expect(output).toMatch(new RegExp(`^! ${setting}: .*\\. Starting without it\\.$`, 'm'));
    expect(output).not.toContain('secret');
  });
});

describe('a command that cannot reach a server', () => {
  it('the command line names the setting of every server that does not answer, and no password', async () => {
    const place = `127.0.0.1:${await freePort()}`;
    const settings = {
      DATABASE_URL: `postgresql://nobody:secret@${place}/none`,
      EVENTSTORE_URL: `esdb://admin:secret@${place}?tls=false`,
      REDIS_URL: `redis://${place}`,
    };
    const failed = runCommandLine(settings, 'keys', 'list').catch((error: { stderr: string }) => error.stderr);
    const lines = linesOf(String(await failed));
    expect(lines).toEqual(
      expect.arrayContaining([
        `✗ DATABASE_URL: PostgreSQL at ${place} cannot be used (ECONNREFUSED)`,
        expect.stringMatching(/^✗ EVENTSTORE_URL: /),
        expect.stringMatching(/^✗ REDIS_URL: /),
      ]),
    );
    expect(lines.join()).not.toContain('secret');
  });
});

/** The lines that were printed to one of the two outputs. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
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

  it('the key is shown at the first start only, and stays valid', async () => {
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

  it('a service that is stopped while it starts leaves nothing running', async () => {
    const dataDir = await newDataDir();
    const settings = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) };
    const started = runProgram(settings);
    await eventually(
      async () => started.output(),
      (output) => output.includes('Starting the database'),
    );
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('a service that can translate nothing says so before it says that it is ready', async () => {
    const dataDir = await newDataDir();
    const asked = { TRANSLEDGER_INFERENCE: 'apertium', TRANSLEDGER_LANGUAGE_PAIRS: 'en-xx' };
    const started = runProgram({ ...asked, TRANSLEDGER_DATA_DIR: dataDir, PORT: String(await freePort()) });
    try {
      await untilReady(started);
      expect(started.printed.stderr).toContain('! Nothing can be translated. What is missing: npm run -s transledger');
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

      // The same service shows what people read where they ask for it: pretty lines apart from the key.
      await untilReady(started);
      expect(started.printed.stdout).toContain(key);
      expect(linesOf(started.output()).filter(isJson)).toEqual([]);
      expect(started.printed.stderr).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: api: listening$/m);
    } finally {
      started.process.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('another argument than the format of the logs is refused', async () => {
    const { code, said } = await failToStart({ PORT: String(await freePort()) }, '--logs', 'xml');
    expect({ code, said }).toEqual({ code: 1, said: ['✗ The only argument is --logs json or --logs pretty'] });
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
