import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { memoryFile } from '../source-file.js';
import { closeHosts, extracted, hostOf, lines, misbehaving, options, patience, user } from './format-host.fixture.js';

afterAll(closeHosts);

describe('a thread', patience, () => {
  const threadsStartedBy = async (work: () => Promise<void>): Promise<number> => {
    let started = 0;
    const count = (): void => {
      started += 1;
    };
    process.on('worker', count);
    await work().finally(() => process.off('worker', count));
    return started;
  };

  it('a thread is started on demand and reused for the next job', async () => {
    const started = await threadsStartedBy(async () => {
      const host = hostOf({ threads: 4 });
      for (let job = 0; job < 5; job += 1) await extracted(host, memoryFile(lines(1)));
    });
    expect(started).toBe(1);
  });

  it('a thread that has been idle is ended', async () => {
    const started = await threadsStartedBy(async () => {
      const host = hostOf({ threads: 4, idleMs: 20 });
      await extracted(host, memoryFile(lines(1)));
      await sleep(200);
      await extracted(host, memoryFile(lines(1)));
    });
    expect(started).toBe(2);
  });
});

describe('a signal', patience, () => {
  it.each(['never-answers', 'spins'])('a signal ends a job that %s', async (format) => {
    const one = hostOf({ threads: 1, registry: misbehaving });
    const abort = new AbortController();
    const reason = new Error('No longer wanted');
    const job = extracted(one, memoryFile(lines(1)), format, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 50);
    await expect(job).rejects.toBe(reason);
    expect(await extracted(one, memoryFile(lines(2)))).toHaveLength(2);
  });

  it('a signal ends the wait for a thread', async () => {
    const one = hostOf({ threads: 1 });
    const first = one.extract('txt', memoryFile(lines(1000)), options, user);
    await first.next();
    const abort = new AbortController();
    const waiting = extracted(one, memoryFile(lines(1)), 'txt', { signal: abort.signal });
    abort.abort(new Error('No longer wanted'));
    await expect(waiting).rejects.toThrow('No longer wanted');
    await first.return({});
    expect(await extracted(one, memoryFile(lines(2)))).toHaveLength(2);
  });
});

describe('threads that organizations share', patience, () => {
  const [one, other] = [{ organizationId: 'org_1' }, { organizationId: 'org_2' }];

  it('files of one organization, however many and slow, leave a thread to the others', async () => {
    const host = hostOf({ threads: 2, registry: misbehaving });
    const leaving = new AbortController();
    const slow = { ...one, signal: leaving.signal };
    const flood = Array.from({ length: 20 }, () => extracted(host, memoryFile(lines(1)), 'never-answers', slow));
    const ended = Promise.allSettled(flood);
    expect(await extracted(host, memoryFile(lines(3)), 'txt', other)).toHaveLength(3);
    leaving.abort(new Error('The test is over'));
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('a file that gets no thread in time fails with an outage, and the next one does not', async () => {
    const host = hostOf({ threads: 1, waitMs: 50, registry: misbehaving });
    const leaving = new AbortController();
    const slow = extracted(host, memoryFile(lines(1)), 'never-answers', { ...one, signal: leaving.signal });
    const wrong = { name: 'NoSlotError', retryable: true };
    await expect(extracted(host, memoryFile(lines(3)), 'txt', other)).rejects.toMatchObject(wrong);
    leaving.abort(new Error('The test is over'));
    await expect(slow).rejects.toThrow('The test is over');
    expect(await extracted(host, memoryFile(lines(3)), 'txt', other)).toHaveLength(3);
  });
});
