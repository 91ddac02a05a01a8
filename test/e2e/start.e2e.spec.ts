import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { eventually } from './eventually.js';
import { newDataDir, RunningService, runProgram } from './running-service.js';

/** Starts the service where it cannot start; answers its exit code and what it said. */
const failToStart = async (settings: Record<string, string>) => {
  const started = runProgram({ TRANSLEDGER_INFERENCE: 'echo', ...settings });
  const code = await started.ended;
  const said = started
    .output()
    .split('\n')
    .filter((line) => line.startsWith('✗'));
  return { code, said };
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
    });
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^✗ PORT must be/),
      expect.stringMatching(/^✗ TRANSLEDGER_DOCUMENT_TTL must be/),
      '✗ TRANSLEDGER_TYPO is not a setting',
    ]);
  });

  it('the service ends when its port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const { code, said } = await failToStart({ PORT: String(port), TRANSLEDGER_DATA_DIR: dataDir });
    other.close();
    expect({ code, said }).toEqual({ code: 1, said: [`✗ 127.0.0.1:${port} is taken. Set PORT or HOST.`] });
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

  it('the service ends when the database does not answer', async () => {
    const { code, said } = await failToStart({
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: `postgresql://nobody:secret@127.0.0.1:${await freePort()}/none`,
    });
    expect(code).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).not.toContain('secret');
  });
});

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
    await service.restart();
    expect(service.output).not.toContain(service.apiKey);
    expect((await service.fetch('/v1/organization')).status).toBe(200);
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

  it('the service starts with the key that was given for automation', async () => {
    const key = 'tl_live_0000000000000000000000000000017200YwDE';
    const preset = await RunningService.start({
      settings: {
        TRANSLEDGER_INFERENCE: 'echo',
        TRANSLEDGER_BOOTSTRAP_API_KEY: key,
        TRANSLEDGER_BOOTSTRAP_TIER: 'pro',
      },
    });
    const answer = await preset.fetch('/v1/organization', { key });
    expect(await answer.json()).toMatchObject({ data: { tier: 'pro', status: 'active' } });
    await preset.dispose();
  });
});
