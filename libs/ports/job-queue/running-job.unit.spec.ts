import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { QueueDefinition } from './job-queue.port.js';
import { JobShare } from './job-share.js';
import { RunningJob } from './running-job.js';

const told: [event: string, facts: object][] = [];
const lifeCycle: LifeCycle = { emit: (event, facts) => void told.push([event, facts]) };

const queueOf = (handle: QueueDefinition['handle'], changes: Partial<QueueDefinition> = {}): QueueDefinition => ({
  name: 'expiry',
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 1_000,
  handle,
  lifeCycle,
  ...changes,
});
const tryOf = (attempt = 1) => new RunningJob({ id: 'job-1', data: {}, attempt });
const failing = async () => {
  throw Object.assign(new RangeError('the customer’s text'), { code: 'ERR_X' });
};

beforeEach(() => {
  told.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a try at a job', () => {
  it('a try that is done reports nothing and has no failure', async () => {
    const running = tryOf();
    expect(await running.run(queueOf(async () => undefined))).toBe('done');
    expect([told, running.failure]).toEqual([[], undefined]);
  });

  it('a try that fails keeps class, code, place, time and number, and not the message', async () => {
    const running = tryOf(3);
    expect(await running.run(queueOf(failing))).toBe('failed');
    expect(running.failure).toEqual({
      name: 'RangeError',
      code: 'ERR_X',
      stack: expect.arrayContaining([expect.stringContaining('running-job.unit.spec')]),
      at: new Date().toISOString(),
      attempt: 3,
    });
  });

  it.each([
    [1, 'job.retried'],
    [2, 'job.given-up'],
  ])('try number %i of two that fails is reported as %s', async (attempt, event) => {
    await tryOf(attempt).run(queueOf(failing, { retryDelays: [1_000] }));
    expect(told).toMatchObject([
      [event, { queue: 'expiry', job: 'job-1', attempt, cause: { name: 'RangeError', code: 'ERR_X' } }],
    ]);
  });

  it('a try that times out fails with that, also when its handler then fails for another reason', async () => {
    const running = tryOf();
    const ended = running.run(
      queueOf(
        ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError()))),
      ),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe('failed');
    expect(running.failure).toMatchObject({ name: 'JobGivenUpError', message: 'The job took too long' });
    expect(told).toHaveLength(1);
  });

  it('a try whose key has its share in hand is put off, and nothing is handled or reported', async () => {
    const share = { places: new JobShare({ slots: 2, perKey: 1 }), keyOf: () => ({ key: 'org_1' }) };
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = tryOf().run(queueOf(() => promise, { share }));
    const second = tryOf();
    expect(await second.run(queueOf(() => expect.unreachable(), { share }))).toBe('put-off');
    expect(second.waitMs).toBeGreaterThanOrEqual(1_000);
    resolve();
    expect([await first, await tryOf().run(queueOf(async () => undefined, { share })), told]).toEqual([
      'done',
      'done',
      [],
    ]);
  });

  it.each(['handed-back', 'lost'] as const)('a %s try reports nothing, though its handler fails', async (outcome) => {
    const running = tryOf();
    const ended = running.run(
      queueOf(
        ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ),
    );
    running.giveUp(outcome, 'The worker stops');
    expect(await ended).toBe(outcome);
    await vi.runAllTimersAsync();
    expect([told, running.failure]).toEqual([[], undefined]);
  });
});
