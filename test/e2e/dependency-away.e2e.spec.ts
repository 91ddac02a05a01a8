import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleProcess, startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { documentedMetrics } from '#test/infra/monitoring/metric-reference.js';
import { postmasterOf, processTree } from './end-service.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { signalAll } from './signals.js';

const translation = { text: 'Hello.', source: 'en', target: 'es' };

/** The gauges of our own on a page, each with its labels; those whose labels name only what has happened are left out. */
const gaugesOn = (page: string): string[] => {
  const families = [...page.matchAll(/^# TYPE (transledger_\w+) gauge$/gm)].map(([, name = '']) => name);
  const ours = new Set(families.filter((name) => documentedMetrics().has(name)));
  return page
    .split('\n')
    .filter((line) => ours.has(/^\w+/.exec(line)?.[0] ?? ''))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .sort();
};

describe.skipIf(process.env.E2E_CLUSTER === '1')('a dependency that stands still, its connections open', () => {
  let double: DoubleProcess;
  let service: RunningService;
  let firstPage: string;
  const page = async () => (await service.fetch('/metrics', { key: null })).text();
  beforeAll(async () => {
    double = await startDoubleProcess();
    const settings = { TRANSLEDGER_INFERENCE: 'echo', EVENTSTORE_URL: double.url };
    service = await RunningService.start({ settings });
    firstPage = await page();
  }, 240_000);
  afterAll(async () => {
    await service?.dispose();
    await double?.server.stop();
  });

  const translate = () => service.postJson('/v1/translate', translation);
  const refused = async () =>
    [...(await page()).matchAll(/^transledger_dependency_refused\{dependency="(\w+)",role="api"\} 1$/gm)].map(
      ([, name]) => name,
    );
  const pidsOf = {
    event_store: () => processTree(double.server.pid),
    database: () => processTree(postmasterOf(service.dataDir) ?? 0),
  };

  it('every gauge is on the first page after the start, with each of its labels', async () => {
    expect((await translate()).status).toBe(200);
    const gauges = gaugesOn(await page());
    expect(gauges).toContain('transledger_projection_lag_events{projection="audit-log",role="projector"}');
    expect(gauges).toContain('transledger_consumer_lag_events{group="document-translation",role="worker"}');
    expect(gauges.filter((gauge) => !gaugesOn(firstPage).includes(gauge))).toEqual([]);
  });

  /** A request that cannot be answered without it. */
  const requestOf = { event_store: translate, database: () => service.fetch('/v1/api-keys') };

  it.each(['event_store', 'database'] as const)(
    'requests that need it are refused at once after the first, until it goes on: %s',
    async (name) => {
      const request = requestOf[name];
      expect((await request()).status).toBe(200);
      await eventually(refused, (names) => names.length === 0);
      const pids = pidsOf[name]();
      signalAll(pids, 'SIGSTOP');
      try {
        const tryAndSee = async () => {
          void request().catch(() => undefined);
          return refused();
        };
        await eventually(tryAndSee, (names) => names.length > 0);
        expect(await refused()).toEqual([name]);
        const begun = performance.now();
        for (let n = 0; n < 10; n += 1) expect((await request()).status).toBe(503);
        expect(performance.now() - begun).toBeLessThan(10_000);
        expect((await service.fetch('/health/live', { key: null })).status).toBe(200);
      } finally {
        signalAll(pids, 'SIGCONT');
      }
      await eventually(request, ({ status }) => status === 200);
      // A page of metrics is shared for a second.
      await eventually(refused, (names) => names.length === 0);
      const lines = service.output.split('\n').filter((line) => line.includes(`"place":"${name}"`));
      expect(lines.some((line) => line.includes('a dependency is away and is not asked'))).toBe(true);
      expect(lines.some((line) => line.includes('a dependency answers again'))).toBe(true);
    },
    120_000,
  );
});
