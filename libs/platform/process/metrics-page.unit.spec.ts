import { EventEmitter } from 'node:events';
import { Counter, Gauge, Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mergeMetrics } from '#libs/platform/telemetry/metrics.js';
import { OtherRolesMetrics } from './metrics-channel.js';
import { MetricsPage } from './metrics-page.js';
import type { RoleMessage } from './role-messages.js';

const counted = (name: string): Registry => {
  const registry = new Registry();
  new Counter({ name, help: name, registers: [registry] }).inc();
  return registry;
};

/** A supervisor that answers each request for the metrics of the others, if it is there. */
class SupervisorDouble extends EventEmitter {
  readonly requests: number[] = [];
  answers = true;

  readonly send = (message: RoleMessage): void => {
    if (message.type !== 'gather-metrics') return;
    this.requests.push(message.requestId);
    if (this.answers) void this.answer(message.requestId);
  };

  async answer(requestId: number): Promise<void> {
    const metrics = [await counted('of_the_worker').getMetricsAsJSON()];
    this.emit('message', { type: 'gathered-metrics', requestId, metrics });
  }
}

const lag = (value: number): Registry => {
  const registry = new Registry();
  const gauge = new Gauge({ name: 'lag', help: 'lag', labelNames: ['of'], registers: [registry], aggregator: 'max' });
  gauge.set({ of: 'usage' }, value);
  return registry;
};

it.each([
  ['is unknown where no process knows it', [Number.NaN, Number.NaN], 'Nan'],
  ['is known where one process knows it', [Number.NaN, 0, Number.NaN], '0'],
  ['is the greatest of what processes know', [3, Number.NaN, 7], '7'],
])('a number of several processes %s', async (_, values, shown) => {
  const gathered = await Promise.all(values.map((value) => lag(value).getMetricsAsJSON()));
  expect(await mergeMetrics(JSON.parse(JSON.stringify(gathered)))).toContain(`lag{of="usage"} ${shown}\n`);
  expect(await mergeMetrics(gathered)).toContain(`lag{of="usage"} ${shown}\n`);
});

describe('the page of metrics', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('200 callers at once share one page of all roles, and those of the next second another', async () => {
    const supervisor = new SupervisorDouble();
    const registry = counted('of_the_api');
    const collect = vi.spyOn(registry, 'getMetricsAsJSON');
    const page = new MetricsPage(registry, new OtherRolesMetrics(supervisor));
    const texts = await Promise.all(Array.from({ length: 200 }, () => page.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('of_the_api 1');
    expect(texts[0]).toContain('of_the_worker 1');
    await vi.advanceTimersByTimeAsync(900);
    await page.text();
    expect([supervisor.requests.length, collect.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(200);
    await page.text();
    expect([supervisor.requests.length, collect.mock.calls.length]).toEqual([2, 2]);
  });

  it('one listener takes the answers, however often the other roles are asked', async () => {
    const supervisor = new SupervisorDouble();
    const others = new OtherRolesMetrics(supervisor);
    const gathered = await Promise.all(Array.from({ length: 200 }, () => others.gather()));
    expect(gathered.map(({ length }) => length)).toEqual(Array.from({ length: 200 }, () => 1));
    expect(supervisor.listenerCount('message')).toBe(1);
  });

  it('a supervisor that does not answer leaves the page without the other roles', async () => {
    const supervisor = new SupervisorDouble();
    supervisor.answers = false;
    const page = new MetricsPage(counted('of_the_api'), new OtherRolesMetrics(supervisor));
    const text = page.text();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await text).toContain('of_the_api 1');
    await supervisor.answer(supervisor.requests[0] ?? 0);
    expect(supervisor.listenerCount('message')).toBe(1);
  });

  it('a process without a supervisor shows its own metrics', async () => {
    const alone = { on: () => undefined };
    const page = new MetricsPage(counted('of_the_api'), new OtherRolesMetrics(alone));
    expect(await page.text()).toContain('of_the_api 1');
  });
});
