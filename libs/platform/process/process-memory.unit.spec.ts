import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { processesOfGroup, residentBytes } from './process-memory.js';

const leader = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], {
  detached: true,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const group = leader.pid ?? expect.fail();
afterAll(() => process.kill(-group, 'SIGKILL'));

it('a group has its leader and what that started, and their memory', async () => {
  const [started] = await once(leader.stdout, 'data');
  const pids = await processesOfGroup(group);
  expect(pids.toSorted()).toEqual([group, Number(String(started))].toSorted());
  expect(await residentBytes(pids)).toBeGreaterThan(await residentBytes([group]));
});

it('a group and a process that have ended have none', async () => {
  expect(await processesOfGroup(2 ** 30)).toEqual([]);
  expect(await residentBytes([2 ** 30])).toBe(0);
});
