import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { runCommandLine } from './command-line.js';
import { failToStart, linesOf } from './failed-start.js';
import { cleanEnvironment, newDataDir } from './running-service.js';

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
      stderr: expect.stringMatching(/^✗ The data folder .* is that of npm start, .*TRANSLEDGER_DATA_DIR/m),
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

  it('another argument than the format of the logs is refused', async () => {
    const { code, said } = await failToStart({ PORT: String(await freePort()) }, '--logs', 'xml');
    expect({ code, said }).toEqual({ code: 1, said: ['✗ The only argument is --logs json or --logs pretty'] });
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
