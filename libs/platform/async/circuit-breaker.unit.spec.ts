import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A breaker before a dependency that is there or away, and what it told. */
const create = () => {
  const dependency = { isAway: false, isSilent: false, probes: 0 };
  const told: string[] = [];
  const breaker = new CircuitBreaker({
    probe: async () => {
      dependency.probes += 1;
      if (dependency.isSilent) await new Promise(() => undefined);
      if (dependency.isAway) throw new Error('away');
    },
    onOpen: (error) => told.push(`open: ${error instanceof Error ? error.message : ''}`),
    onClose: () => told.push('closed'),
  });
  return { dependency, breaker, told };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

it('the breaker asks nothing while calls succeed', async () => {
  const { breaker, dependency, told } = create();
  for (let n = 0; n < 20; n += 1) {
    const call = breaker.begin();
    await vi.advanceTimersByTimeAsync(300);
    breaker.end(call, 'answered');
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect({ ...dependency, told, isOpen: breaker.isOpen }).toMatchObject({ probes: 0, told: [], isOpen: false });
});

it('an outage of one call makes the breaker ask, and opens nothing while the probe succeeds', async () => {
  const { breaker, dependency, told } = create();
  breaker.end(breaker.begin(), 'outage');
  await settled();
  expect(dependency.probes).toBe(1);
  expect(told).toEqual([]);
});

it('an answer, and a call that never asked the dependency, make the breaker ask nothing', async () => {
  const { breaker, dependency } = create();
  breaker.end(breaker.begin(), 'neither');
  breaker.end(breaker.begin(), 'answered');
  await settled();
  expect(dependency.probes).toBe(0);
});

it('a call that waits in vain opens the breaker before it ends, when the probe is not answered either', async () => {
  const { breaker, dependency, told } = create();
  dependency.isSilent = true;
  breaker.begin();
  await vi.advanceTimersByTimeAsync(900);
  expect(breaker.isOpen).toBe(false);
  await vi.advanceTimersByTimeAsync(2_200);
  expect(breaker.isOpen).toBe(true);
  expect(told).toEqual(['open: It does not answer in time.']);
});

it('the first success closes the breaker: of the probe, which asks on by itself, or of a call that was under way', async () => {
  for (const recover of ['probe', 'call'] as const) {
    const { breaker, dependency, told } = create();
    const waiting = breaker.begin();
    dependency.isAway = true;
    breaker.end(breaker.begin(), 'outage');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(breaker.isOpen).toBe(true);
    expect(dependency.probes).toBeGreaterThan(5);
    if (recover === 'call') breaker.end(waiting, 'answered');
    else dependency.isAway = false;
    await vi.advanceTimersByTimeAsync(recover === 'call' ? 0 : 500);
    expect(breaker.isOpen).toBe(false);
    expect(told).toEqual(['open: away', 'closed']);
  }
});

it('many calls that fail together make one probe at a time', async () => {
  const { breaker, dependency } = create();
  dependency.isSilent = true;
  for (let n = 0; n < 100; n += 1) breaker.end(breaker.begin(), 'outage');
  await vi.advanceTimersByTimeAsync(1_900);
  expect(dependency.probes).toBe(1);
});

it('a call that holds a connection on purpose is no sign', async () => {
  const { breaker, dependency } = create();
  breaker.begin();
  await vi.advanceTimersByTimeAsync(20_000);
  const { probes } = dependency;
  const call = breaker.begin();
  await vi.advanceTimersByTimeAsync(100);
  breaker.end(call, 'answered');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(dependency.probes).toBe(probes);
});

it('a closed breaker asks nothing more', async () => {
  const { breaker, dependency, told } = create();
  dependency.isAway = true;
  breaker.end(breaker.begin(), 'outage');
  await settled();
  breaker.close();
  const { probes } = dependency;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(dependency.probes).toBeLessThanOrEqual(probes);
  expect(told).toEqual(['open: away']);
});
