import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isAlive } from './process-liveness.js';

const python = '/usr/bin/python3';
/** Ends the first thread of a process by `exit` of Linux (60 on x86-64, 93 on arm64); another one goes on. */
const firstThreadEnds = `
import ctypes, platform, threading, time
threading.Thread(target=time.sleep, args=(300,)).start()
ctypes.CDLL(None).syscall(60 if platform.machine() == 'x86_64' else 93, 0)
`;

it('a process is alive until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const pid = child.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(pid)).toBe(false);
});

it.skipIf(!existsSync(python))('a process is alive while any thread of it is: it may still hold its port', async () => {
  const child = spawn(python, ['-c', firstThreadEnds]);
  const pid = child.pid ?? 0;
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(pid)).toBe(false);
});
