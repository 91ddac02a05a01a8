import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleProcess, startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { documentedMetrics } from '#test/infra/monitoring/metric-reference.js';
import { describeWith } from '#test/servers/describe-with.js';
import { createBucket, type RunningS3Proxy, startS3Proxy } from '#test/servers/s3proxy.js';
import { postmasterOf, processTree } from './end-service.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { signalAll } from './signals.js';

const translation = { text: 'Hello.', source: 'en', target: 'es' };

/** A refusal takes milliseconds; the rest is for a busy machine. Who waits for what stands still waits 4 s and more. */
const refusedWithinMs = 3_000;
/** So many of them one after the other. */
const inARow = 10;

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

const pageOf = async (service: RunningService): Promise<string> => (await service.metrics()).text();

/** The dependencies that are not asked now. */
const refusedIn = async (service: RunningService): Promise<string[]> =>
  [
    ...(await pageOf(service)).matchAll(/^transledger_dependency_refused\{dependency="(\w+)",role="api"\} 1$/gm),
  ].flatMap(([, name = '']) => name);

const timed = async (request: () => Promise<Response>): Promise<{ status: number; ms: number }> => {
  const begun = performance.now();
  const { status } = await request();
  return { status, ms: performance.now() - begun };
};

const expectRefusedAtOnce = async (request: () => Promise<Response>): Promise<void> => {
  const begun = performance.now();
  for (let n = 0; n < inARow; n += 1) {
    const { status, ms } = await timed(request);
    expect(status).toBe(503);
    expect(ms).toBeLessThan(refusedWithinMs);
  }
  expect(performance.now() - begun).toBeLessThan(10_000);
};

/** The log says when requests were refused from then on, and when no longer. */
const expectTold = (service: RunningService, name: string): void => {
  const lines = service.output.split('\n').filter((line) => line.includes(`"place":"${name}"`));
  expect(lines.some((line) => line.includes('a dependency is away and is not asked'))).toBe(true);
  expect(lines.some((line) => line.includes('a dependency answers again'))).toBe(true);
};

describe.skipIf(process.env.E2E_CLUSTER === '1')('a dependency that stands still, its connections open', () => {
  describe('beside EventStoreDB', () => {
    let double: DoubleProcess;
    let service: RunningService;
    let firstPage: string;
    beforeAll(async () => {
      double = await startDoubleProcess();
      const settings = { TRANSLEDGER_INFERENCE: 'echo', EVENTSTORE_URL: double.url };
      service = await RunningService.start({ settings });
      firstPage = await pageOf(service);
    }, 240_000);
    afterAll(async () => {
      await service?.dispose();
      await double?.server.stop();
    });

    const translate = () => service.postJson('/v1/translate', translation);
    const pidsOf = {
      event_store: () => processTree(double.server.pid),
      database: () => processTree(postmasterOf(service.dataDir) ?? 0),
    };

    it('every gauge is on the first page after the start, with each of its labels', async () => {
      expect((await translate()).status).toBe(200);
      const gauges = gaugesOn(await pageOf(service));
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
        await eventually(
          () => refusedIn(service),
          (names) => names.length === 0,
        );
        const pids = pidsOf[name]();
        signalAll(pids, 'SIGSTOP');
        try {
          const tryAndSee = async () => {
            void request().catch(() => undefined);
            return refusedIn(service);
          };
          await eventually(tryAndSee, (names) => names.length > 0);
          expect(await refusedIn(service)).toEqual([name]);
          await expectRefusedAtOnce(request);
          expect((await service.fetch('/health/live', { key: null })).status).toBe(200);
        } finally {
          signalAll(pids, 'SIGCONT');
        }
        await eventually(request, ({ status }) => status === 200);
        // A page of metrics is shared for a second.
        await eventually(
          () => refusedIn(service),
          (names) => names.length === 0,
        );
        expectTold(service, name);
      },
      120_000,
    );
  });

  describe.skipIf(process.env.E2E_EVENTSTORE_URL !== undefined)('with everything in PostgreSQL', () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
    }, 240_000);
    afterAll(() => service?.dispose());

    it('one translation waits for the log in vain, and those after it are refused at once, until it goes on', async () => {
      const translate = () => service.postJson('/v1/translate', translation);
      expect((await translate()).status).toBe(200);
      const pids = processTree(postmasterOf(service.dataDir) ?? 0);
      let refused: string[];
      signalAll(pids, 'SIGSTOP');
      try {
        expect((await translate()).status).toBe(503);
        await expectRefusedAtOnce(translate);
        refused = await refusedIn(service);
        // Whether the log or the keys of data subjects were asked first depends on how long ago these were read.
        expect(refused).not.toEqual([]);
      } finally {
        signalAll(pids, 'SIGCONT');
      }
      await eventually(translate, ({ status }) => status === 200);
      for (const name of refused) expectTold(service, name);
    }, 120_000);
  });

  describeWith(['s3'], 'with documents in S3', () => {
    let s3: RunningS3Proxy;
    let service: RunningService;
    beforeAll(async () => {
      s3 = await startS3Proxy();
      await createBucket(s3.endpoint, 'documents');
      const settings = {
        TRANSLEDGER_INFERENCE: 'echo',
        S3_BUCKET: 'documents',
        S3_ENDPOINT: s3.endpoint,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
      service = await RunningService.start({ settings });
    }, 240_000);
    afterAll(async () => {
      await service?.dispose();
      await s3?.server.stop();
    });

    it('one upload waits for it in vain, and those after it are refused at once, until it goes on', async () => {
      const upload = () => {
        const body = new FormData();
        body.set('file', new Blob(['One line.\n']), 'one.txt');
        body.set('source', 'en');
        body.set('target', 'es');
        return service.fetch('/v1/documents', { method: 'POST', body });
      };
      expect((await upload()).status).toBe(201);
      const pids = processTree(s3.server.pid);
      signalAll(pids, 'SIGSTOP');
      try {
        const first = await timed(upload);
        expect(first.status).toBe(503);
        // The request to S3 alone would have waited for 40 s.
        expect(first.ms).toBeLessThan(30_000);
        await expectRefusedAtOnce(upload);
        expect(await refusedIn(service)).toEqual(['blob_store']);
        expect((await service.postJson('/v1/translate', translation)).status).toBe(200);
      } finally {
        signalAll(pids, 'SIGCONT');
      }
      await eventually(upload, ({ status }) => status === 201);
      expectTold(service, 'blob_store');
    }, 180_000);
  });
});
