import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolationOf } from './program-isolation.js';

describe.skipIf(isolationOf('/bin/sh').seesFiles)('what a program over files of others reaches', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'isolation-'));
    writeFileSync(join(folder, 'document'), 'a document');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (script: string): { status: number | null; stdout: string } => {
    const [command = '', ...args] = [...isolationOf('/bin/sh').words, '/bin/sh', '-c', script];
    return spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  };

  it('it reads and writes in the folder in which it works, which is where it was', () => {
    const { stdout } = run('pwd; cat document; echo made > result');
    expect(stdout).toBe(`${folder}\na document`);
    expect(readdirSync(folder).sort()).toEqual(['document', 'result']);
  });

  it.each([homedir(), '/var/lib', '/srv', '/mnt', `/proc/1/root${homedir()}`])('there is nothing in %s', (path) =>
    expect(run(`ls -A "${path}"`).stdout).toBe(''),
  );

  it('nothing lies beside the folder in which it works', () => {
    expect(run(`ls -A "${tmpdir()}"`).stdout).toBe(`${folder.slice(tmpdir().length + 1)}\n`);
  });

  it('it has no network, and sees no process but its own', () => {
    expect(run('cat /proc/net/route | wc -l; ls -d /proc/[0-9]* | wc -l').stdout).toMatch(/^[01]\n[1-9]\n$/);
  });

  it('the folders are as they were for everybody else', () => {
    run('true');
    expect(readdirSync(folder)).toContain('document');
    expect(readdirSync(tmpdir()).length).toBeGreaterThan(0);
  });

  it('a program that lies among the files of somebody sees these, or could not run', () => {
    const program = join(folder, 'sh');
    copyFileSync('/bin/sh', program);
    chmodSync(program, 0o700);
    expect(isolationOf(program)).toMatchObject({ seesFiles: true, hasNetwork: false });
  });

  it('a program that is not there is known to nobody', () =>
    expect(isolationOf('no-such-program').seesFiles).toBe(true));
});
