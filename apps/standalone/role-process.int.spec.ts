import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoleProcess } from './role-process.js';

/**
 * Counts its starts in a file beside it; fails as often as its environment says, and then is ready until it is stopped, or, the
 * first time, until it ends as its environment says.
 */
const program = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
const starts = process.env.STARTS_FILE;
appendFileSync(starts, '.');
const failures = Number(process.env.FAILURES);
if (readFileSync(starts, 'utf8').length > failures) {
  writeFileSync(starts + '.heap', String(getHeapStatistics().heap_size_limit));
  process.send({ type: 'ready' });
  process.on('SIGTERM', () => process.exit(0));
  if (readFileSync(starts, 'utf8').length === 1) {
    if (process.env.EXIT_CODE !== undefined) setTimeout(() => process.exit(Number(process.env.EXIT_CODE)));
    if (process.env.SIGNAL !== undefined) setTimeout(() => process.kill(process.pid, process.env.SIGNAL));
  }
  setInterval(() => undefined, 1_000);
} else {
  process.send({ type: 'failed', reason: 'The server is slow.', mayPass: process.env.MAY_PASS === 'yes' });
  process.exitCode = 1;
  process.disconnect();
}
`;

describe('the process of a role', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'role-'));
    await writeFile(join(folder, 'role.mjs'), program);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const roleThat = (failures: number, mayPass: 'yes' | 'no', more: NodeJS.ProcessEnv = {}) => {
    const onRestart = vi.fn();
    const role = new RoleProcess({
      role: 'worker',
      program: join(folder, 'role.mjs'),
      logs: 'json',
      environment: {
        ...process.env,
        STARTS_FILE: join(folder, 'starts'),
        FAILURES: `${failures}`,
        MAY_PASS: mayPass,
        ...more,
      },
      onMessage: () => undefined,
      onRestart,
    });
    return { role, onRestart };
  };
  const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).length;

  it('the first start is repeated where a server was slow to answer', async () => {
    const { role, onRestart } = roleThat(2, 'yes');
    await role.start();
    await role.stop();
    expect(await starts()).toBe(3);
    expect(onRestart).not.toHaveBeenCalled();
  });

  it.each([
    ['after three times', 3, 'yes', 3],
    ['at once for what does not pass by itself', 1, 'no', 1],
  ] as const)('the first start is given up %s', async (_when, failures, mayPass, expected) => {
    const { role } = roleThat(failures, mayPass);
    await expect(role.start()).rejects.toThrow('The server is slow.');
    await role.stop();
    expect(await starts()).toBe(expected);
  });

  it.each([
    ['an exit code', { EXIT_CODE: '3' }, 'with exit code 3'],
    ['a signal', { SIGNAL: 'SIGKILL' }, 'by SIGKILL'],
  ])('a role that ended by itself is started again, and is said to have ended by %s', async (_how, ending, said) => {
    const { role, onRestart } = roleThat(0, 'no', ending);
    await role.start();
    await vi.waitFor(async () => expect(await starts()).toBe(2), { timeout: 30_000 });
    await role.stop();
    expect(onRestart.mock.calls).toEqual([['worker', said, 500]]);
  });

  it('a role that was stopped can be started again', async () => {
    const { role, onRestart } = roleThat(0, 'no');
    for (const time of [1, 2]) {
      await role.start();
      await role.stop();
      expect(await starts()).toBe(time);
    }
    expect(onRestart).not.toHaveBeenCalled();
  });

  it.each([
    ['below the size from which V8 lets it grow to four times what is alive', {}, 2_000],
    ['as NODE_OPTIONS says', { NODE_OPTIONS: '--max-old-space-size=3000' }, 3_000],
  ])('the heap is limited %s', async (_how, environment, expected) => {
    const { role } = roleThat(0, 'no', environment);
    await role.start();
    await role.stop();
    const limit = Number(await readFile(join(folder, 'starts.heap'), 'utf8')) / 2 ** 20;
    // V8 counts the young generation as well.
    expect(limit - expected).toBeGreaterThanOrEqual(0);
    expect(limit - expected).toBeLessThan(100);
  });
});
