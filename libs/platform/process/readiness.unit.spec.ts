import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dependency } from './dependency-health.js';
import { Readiness, type ReadinessLog } from './readiness.js';

describe('the readiness of a process', () => {
  let checks: Record<string, number>;
  let away: Set<string>;
  beforeEach(() => {
    vi.useFakeTimers();
    checks = {};
    away = new Set();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const dependency = (name: string): Dependency => ({
    name,
    code: 'service_unavailable',
    isVital: name === 'database',
    check: async () => {
      checks[name] = (checks[name] ?? 0) + 1;
      if (away.has(name)) throw new Error(`${name} is away.`);
    },
  });
  const readinessOf = (log?: ReadinessLog) => new Readiness([dependency('database'), dependency('redis')], log);

  it('200 callers at once share one check of each dependency, and those of the next second another', async () => {
    const readiness = readinessOf();
    const reports = await Promise.all(Array.from({ length: 200 }, () => readiness.report()));
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['ready']));
    await vi.advanceTimersByTimeAsync(900);
    await readiness.report();
    expect(checks).toEqual({ database: 1, redis: 1 });
    await vi.advanceTimersByTimeAsync(200);
    await readiness.report();
    expect(checks).toEqual({ database: 2, redis: 2 });
  });

  it('what goes away is logged once with its reason, and once when it is back', async () => {
    const lines: unknown[] = [];
    const readiness = readinessOf({
      info: (details, message) => lines.push({ level: 'info', message, ...details }),
      warn: (details, message) => lines.push({ level: 'warn', message, ...details }),
    });
    await readiness.report();
    expect(lines).toEqual([]);
    away.add('redis');
    for (const _ of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await readiness.report()).toMatchObject({ status: 'degraded' });
    }
    const message = 'a dependency cannot be used as it should';
    const gone = { level: 'warn', message, dependency: 'redis', status: 'unavailable', reason: 'redis is away.' };
    expect(lines).toEqual([gone]);
    away.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await readiness.report()).toMatchObject({ status: 'ready' });
    expect(lines).toEqual([gone, { level: 'info', message: 'a dependency can be used again', dependency: 'redis' }]);
  });

  it('a process looks by itself, and the log tells what has gone away though nobody asks', async () => {
    const warn = vi.fn();
    const stopping = new AbortController();
    const watching = readinessOf({ info: () => undefined, warn }).watch(stopping.signal);
    away.add('redis');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(warn, 'of what is still starting').not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ dependency: 'redis', reason: 'redis is away.' }),
      expect.any(String),
    );
    stopping.abort();
    await watching;
    expect(vi.getTimerCount()).toBe(0);
  });
});
