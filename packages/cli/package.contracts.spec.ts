import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledArchive } from '../../test/packages/installed-archive.js';

const runFile = promisify(execFile);

/** Milliseconds of processor time that help may take: several are measured, since others work on the machine too. */
const maxHelpMs = 150;
const measured = 5;

let installed: InstalledArchive;
beforeAll(async () => {
  installed = await InstalledArchive.of('cli');
});
afterAll(() => installed.remove());

const program = (): string => join(installed.folder, 'node_modules/@transledger/cli/dist/main.js');

/** Writes the processor time of a process to standard error as it ends. */
const counting = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write(String((user + system) / 1000));
  });
`)}`;

describe('the packed command line', () => {
  it('it is one program with licence and README, and nothing to install', async () => {
    expect([...installed.files].sort()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENCES',
      'dist/main.js',
      'package.json',
    ]);
    // npm asks the registry for nothing of what is installed.
    expect(await installed.installFromNothing()).toEqual([]);
  });

  it('it runs from another folder, with nothing of this tree', async () => {
    const { stdout } = await runFile(process.execPath, [program(), '--version'], { cwd: '/', env: {} });
    expect(stdout).toBe('0.1.0\n');
  });

  it('help takes little processor time', async () => {
    const times: number[] = [];
    for (let at = 0; at < measured; at += 1) {
      const { stdout, stderr } = await runFile(process.execPath, ['--import', counting, program(), '--help']);
      expect(stdout).toContain('Usage: transledger');
      times.push(Number(stderr));
    }
    expect(Math.min(...times)).toBeLessThanOrEqual(maxHelpMs);
  });
});
