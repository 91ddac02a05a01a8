import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { atTerminal } from './at-terminal.js';
import { commandLineProgram } from './command-line.js';
import { endService, processesOn } from './end-service.js';
import { eventually } from './eventually.js';
import { newDataDir } from './running-service.js';

const service = join(projectRoot, 'dist/apps/standalone/main.js');

let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await newDataDir();
  folder = await mkdtemp(join(tmpdir(), 'transledger-terminal-'));
});
afterAll(async () => {
  await endService(dataDir, processesOn(dataDir));
  await rm(folder, { recursive: true, force: true });
});

// macOS has a `script` with other options.
it.runIf(process.platform === 'linux')(
  'at a terminal logs are for people, long work shows how far it is, and Ctrl-C ends all',
  async () => {
    const settings = { PORT: String(await freePort()), TRANSLEDGER_DATA_DIR: dataDir, TRANSLEDGER_INFERENCE: 'echo' };
    const running = atTerminal(settings, process.execPath, service);
    await eventually(
      async () => running.shown(),
      (shown) => shown.includes('Transledger is ready'),
    );
    expect(running.shown()).toMatch(/api: listening/);
    expect(running.shown()).not.toContain('{"level"');
    expect(running.shown()).toMatch(/API key {6}tl_live_\w{38} {3}\(shown only now\)/);
    await eventually(
      async () => existsSync(join(dataDir, 'first-api-key')),
      (isThere) => !isThere,
    );

    const backup = atTerminal(settings, process.execPath, commandLineProgram, 'backup', join(folder, 'a.backup'));
    expect(await backup.ended).toBe(0);
    expect(backup.shown()).toContain('\r\u001b[Kread back ');

    const file = join(folder, 'log.ndjson');
    const key = /tl_live_[0-9A-Za-z]{38}/.exec(running.shown())?.[0] ?? '';
    const exporting = { TRANSLEDGER_DATA_DIR: dataDir, AUDIT_API_KEY: key };
    const words = ['audit', 'export', '--output', file];
    const exported = atTerminal(exporting, process.execPath, commandLineProgram, ...words);
    expect(await exported.ended).toBe(0);
    expect(exported.shown()).toMatch(/\[#+-*\] \d+ % {2}\d+ of \d+/);
    expect(exported.shown()).toContain(` in ${file}`);

    running.type('\u0003');
    await running.ended;
    expect(running.shown()).toContain('Stopped');
    expect(processesOn(dataDir)).toEqual([]);
  },
);
