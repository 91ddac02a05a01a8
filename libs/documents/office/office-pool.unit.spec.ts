import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { OfficePool, type PooledProcess, type PoolLimits } from './office-pool.js';

class FakeProcess implements PooledProcess {
  files = 0;
  workedMs = 0;
  hasEnded = false;
  bytes = 100;
  traces = false;
  readonly organizations: string[] = [];

  constructor(readonly number: number) {}

  residentBytes = async (): Promise<number> => this.bytes;
  hasTraces = async (): Promise<boolean> => this.traces;
  async end(): Promise<void> {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
    this.hasEnded = true;
  }
}

const poolOf = (limits: Partial<PoolLimits> = {}) => {
  const started: FakeProcess[] = [];
  const start = async () => {
    const process = new FakeProcess(started.length + 1);
    started.push(process);
    return process;
  };
  const pool = new OfficePool(start, {
    ...{ maxProcesses: 2, maxFiles: 50, maxWorkedMs: 1_000, maxResidentBytes: 1_000, maxIdleMs: 60_000 },
    ...limits,
  });
  const alive = () => started.filter(({ hasEnded }) => !hasEnded).map(({ number }) => number);
  /** The number of the process that had the file. */
  const convert = (organizationId: string, change: Partial<FakeProcess> = {}, options?: { isNew: boolean }) =>
    pool.use(
      organizationId,
      async (process) => {
        process.files += 1;
        process.organizations.push(organizationId);
        Object.assign(process, change);
        return process.number;
      },
      options,
    );
  return { pool, started, alive, convert };
};

afterEach(() => {
  vi.useRealTimers();
});

it('an organization has its process again', async () => {
  const { convert, alive } = poolOf();
  expect([await convert('a'), await convert('a'), await convert('a')]).toEqual([1, 1, 1]);
  expect(alive()).toEqual([1]);
});

it('files at the same time have processes of their own, also of one organization', async () => {
  const { convert } = poolOf();
  expect((await Promise.all([convert('a'), convert('a')])).toSorted()).toEqual([1, 2]);
});

it('no process has files of two organizations, and the one that has waited longest makes room', async () => {
  const { convert, alive, started } = poolOf();
  expect([await convert('a'), await convert('b'), await convert('a'), await convert('c')]).toEqual([1, 2, 1, 3]);
  expect(alive()).toEqual([1, 3]);
  for (const { organizations } of started) expect(new Set(organizations).size).toBe(1);
});

it('there are never more processes than places, those among them that are ending', async () => {
  const { convert, alive, started } = poolOf();
  await Promise.all([convert('a'), convert('b')]);
  const most: number[] = [];
  const watch = setInterval(() => most.push(alive().length), 0);
  await Promise.all([convert('c'), convert('d')]);
  clearInterval(watch);
  expect(started).toHaveLength(4);
  expect(Math.max(...most)).toBeLessThanOrEqual(2);
  expect(alive()).toEqual([3, 4]);
});

it('one that is asked for as new is new, and the old one makes room for it', async () => {
  const { convert, alive } = poolOf({ maxProcesses: 1 });
  await convert('a');
  expect(await convert('a', {}, { isNew: true })).toBe(2);
  expect(alive()).toEqual([2]);
});

it.each<[string, Partial<FakeProcess>]>([
  ['as many files as it may have', { files: 50 }],
  ['more work than it may have', { workedMs: 1_000 }],
  ['more memory than it may hold', { bytes: 1_001 }],
  ['traces of a file', { traces: true }],
  ['a folder that cannot be read', { hasTraces: () => Promise.reject(new Error('gone')) }],
])('a process ends with %s', async (_what, change) => {
  const { convert, alive } = poolOf();
  expect(await convert('a', change)).toBe(1);
  expect(alive()).toEqual([]);
  expect(await convert('a')).toBe(2);
});

it('a process ends after any fault, which the caller gets', async () => {
  const { pool, alive, convert } = poolOf();
  await convert('a');
  await expect(pool.use('a', () => Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  expect(alive()).toEqual([]);
});

it('one that has ended by itself is not given out', async () => {
  const { convert, started } = poolOf({ maxProcesses: 1 });
  await convert('a');
  Object.assign(started[0] ?? {}, { hasEnded: true });
  expect(await convert('a')).toBe(2);
});

it('one that waits for too long ends', async () => {
  vi.useFakeTimers();
  const { convert, alive } = poolOf({ maxIdleMs: 60_000 });
  await convert('a');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(alive()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(10);
  expect(alive()).toEqual([]);
});

it('one that cannot be removed takes its place from nobody, nor its result from whoever had it', async () => {
  const { convert } = poolOf({ maxProcesses: 1 });
  const end = () => Promise.reject(new Error('Its folder cannot be removed'));
  expect(await convert('a', { end, traces: true })).toBe(1);
  expect(await convert('a', { end })).toBe(2);
  expect(await convert('b')).toBe(3);
});

it('one that cannot be removed after its wait is no fault of the service', async () => {
  vi.useFakeTimers();
  const { convert } = poolOf({ maxProcesses: 1, maxIdleMs: 60_000 });
  await convert('a', { end: () => Promise.reject(new Error('Its folder cannot be removed')) });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await convert('b')).toBe(2);
});

it('a start that fails leaves its place to the next', async () => {
  const start = vi.fn(async () => new FakeProcess(1)).mockRejectedValueOnce(new Error('no start'));
  const limits = { maxFiles: 50, maxWorkedMs: 1_000, maxResidentBytes: 1_000, maxIdleMs: 60_000 };
  const pool = new OfficePool(start, { maxProcesses: 1, ...limits });
  await expect(pool.use('a', async () => 0)).rejects.toThrow('no start');
  expect(await pool.use('a', async ({ number }) => number)).toBe(1);
});

it('all end when it is closed, and what works with them says so', async () => {
  const { pool, convert, alive } = poolOf();
  await convert('a');
  const working = pool.use('b', async (process) => {
    while (!process.hasEnded) await sleep(1);
    throw new Error('It has ended');
  });
  const failed = expect(working).rejects.toThrow('The service stops');
  await sleep(5);
  await pool.close();
  await failed;
  expect(alive()).toEqual([]);
  await expect(convert('a')).rejects.toThrow('The service stops');
});

it('one that starts while it is closed ends', async () => {
  const process = new FakeProcess(1);
  const pool = new OfficePool(
    async () => {
      await sleep(20);
      return process;
    },
    { maxProcesses: 1, maxFiles: 50, maxWorkedMs: 1_000, maxResidentBytes: 1_000, maxIdleMs: 60_000 },
  );
  const working = expect(pool.use('a', async () => 1)).rejects.toThrow('The service stops');
  await sleep(1);
  await pool.close();
  await working;
  expect(process.hasEnded).toBe(true);
});
