import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processMark, takeLock } from './process-lock.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a lock', () => {
  it('a process that runs holds it', async () => {
    await takeLock(file);
    expect(readFileSync(file, 'utf8')).toBe(processMark());
    await expect(takeLock(file)).rejects.toThrow(`process ${process.pid}`);
  });

  it.runIf(process.platform === 'linux')('a number that another process has by now holds nothing', async () => {
    for (const mark of [`${process.pid} 1`, `${process.pid}`, `${process.pid} `, '0 1', 'x', '']) {
      writeFileSync(file, mark);
      await takeLock(file);
      expect(readFileSync(file, 'utf8')).toBe(processMark());
    }
  });

  it.runIf(process.platform === 'linux')(
    'one that was killed holds nothing, though nobody has taken note of its end',
    async () => {
      // The shell starts a child, becomes a program that never asks for it, and the child ends.
      const shell = spawn('sh', ['-c', "sh -c 'cat /proc/$$/stat' & exec sleep 60"], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const stat = await new Promise<string>((resolve) => shell.stdout.once('data', (text) => resolve(String(text))));
      const [pid = ''] = stat.split(' ');
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      writeFileSync(file, `${pid} ${start}`);
      await takeLock(file);
      shell.kill('SIGKILL');
      expect(readFileSync(file, 'utf8')).toBe(processMark());
    },
  );
});
