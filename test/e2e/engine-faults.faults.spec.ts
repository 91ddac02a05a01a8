import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { describeWith } from '#test/servers/describe-with.js';
import { startKafka } from '#test/servers/kafka.js';
import { startRedis } from '#test/servers/redis.js';
import { createBucket, startS3Proxy } from '#test/servers/s3proxy.js';
import type { ServerProcess } from '#test/servers/server-process.js';
import { ApiClient } from './api-client.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

type EngineName = 'event_store' | 'message_bus' | 'redis' | 'blob_store';

const engineNames: readonly EngineName[] = ['event_store', 'message_bus', 'redis', 'blob_store'];
const bucket = 'documents';
const translation = { text: 'Hello.', source: 'en', target: 'es' };

describeWith(['kafka', 'redis', 's3'], 'engines of a cluster that go away and come back', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let settings: Record<string, string>;
  let ports: Record<EngineName, number>;
  const servers = new Map<EngineName, ServerProcess>();
  let nodes: RoleNode[] = [];
  let client: ApiClient;

  /** On the port and the folder that it has always had. */
  const start = async (name: EngineName): Promise<void> => {
    const place = { folder: join(dataDir, name), port: ports[name] };
    await mkdir(place.folder, { recursive: true });
    const starters = {
      event_store: () => startDoubleProcess(place),
      message_bus: () => startKafka(place),
      redis: () => startRedis(place),
      blob_store: () => startS3Proxy(place),
    };
    servers.set(name, (await starters[name]()).server);
  };

  const upload = (): Promise<Response> => {
    const form = new FormData();
    form.set('file', new Blob(['One line.\n']), 'one.txt');
    form.set('source', 'en');
    form.set('target', 'es');
    return client.fetch('/v1/documents', { method: 'POST', body: form });
  };

  const whatIsAway = async (node: RoleNode): Promise<string[]> =>
    Object.entries((await node.readiness())?.dependencies ?? {})
      .filter(([, { status }]) => status === 'unavailable')
      .map(([name]) => name)
      .sort();

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    ports = {
      event_store: await freePort(),
      message_bus: await freePort(),
      redis: await freePort(),
      blob_store: await freePort(),
    };
    settings = {
      DATABASE_URL: database.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      EVENTSTORE_URL: `esdb://127.0.0.1:${ports.event_store}?tls=false`,
      KAFKA_BROKERS: `127.0.0.1:${ports.message_bus}`,
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${ports.blob_store}`,
      AWS_ACCESS_KEY_ID: 'local-identity',
      AWS_SECRET_ACCESS_KEY: 'local-credential',
    };
    const roles = ['api', 'projector', 'worker', 'worker'] as const;
    nodes = await Promise.all(roles.map((role) => RoleNode.start(role, settings)));
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  it('nodes start without engines, go on waiting, and name each missing one with a reason', async () => {
    const [api, , worker] = nodes;
    if (api === undefined || worker === undefined) throw new Error('no nodes');
    const wanted = [...engineNames].sort();
    await eventually(
      () => whatIsAway(api),
      (away) => wanted.every((name) => away.includes(name)),
    );
    await eventually(
      () => whatIsAway(worker),
      (away) => wanted.every((name) => away.includes(name)),
    );
    // Without the log a node that starts does not know its keys.
    expect(await api.readiness()).toMatchObject({ code: 503, status: 'not_ready' });
    expect(await worker.readiness()).toMatchObject({ code: 503, status: 'not_ready' });
    expect(JSON.stringify(await api.readiness())).not.toMatch(/reason|code":"/);
    const { dependencies } = await api.readinessWithReasons();
    expect(dependencies.database).toEqual({ status: 'ready' });
    for (const name of engineNames) {
      expect(dependencies[name]).toMatchObject({
        code: 'service_unavailable',
        reason: expect.stringMatching(/^.{10,200}$/),
      });
      expect(dependencies[name]?.reason).not.toContain('local-credential');
    }
    expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
  });

  it('engines are used as soon as they answer', async () => {
    await Promise.all(engineNames.map(start));
    await createBucket(settings.S3_ENDPOINT ?? '', bucket);
    await Promise.all(nodes.map((node) => node.untilReady()));
    const { api_key: key } = await runCommandLine<{ api_key: string }>(
      settings,
      ...['organization', 'create', '--name', 'Faults', '--tier', 'max'],
    );
    client = new ApiClient(nodes[0]?.url ?? '', key);
    expect((await client.postJson('/v1/translate', translation)).status).toBe(200);
    expect((await upload()).status).toBe(201);
    const glossary = {
      name: 'terms',
      source_language: 'en',
      target_language: 'es',
      entries: [{ source: 'a', target: 'b' }],
    };
    const created = await client.postJson('/v1/glossaries', glossary);
    expect(created.status).toBe(201);
    glossaryId = ((await created.json()) as { data: { id: string } }).data.id;
    expect((await client.fetch('/v1/glossaries')).status).toBe(200);
  });

  let glossaryId = '';
  /** The highest status of reads that need nothing but read models, and files where there are any. */
  const reads = async (): Promise<number> => {
    const paths = ['organization', 'usage', 'glossaries'];
    const answers = await Promise.all(paths.map((path) => client.fetch(`/v1/${path}`)));
    return Math.max(...answers.map(({ status }) => status));
  };
  const readsOneGlossary = async (): Promise<number> => (await client.fetch(`/v1/glossaries/${glossaryId}`)).status;
  const writes = async (): Promise<number> => (await client.postJson('/v1/translate', translation)).status;
  const uploads = async (): Promise<number> => (await upload()).status;

  it.each([
    { name: 'event_store', reading: 200, writing: 503, uploading: 503 },
    { name: 'message_bus', reading: 200, writing: 200, uploading: 201 },
    { name: 'redis', reading: 200, writing: 200, uploading: 201 },
    { name: 'blob_store', reading: 200, writing: 200, uploading: 503 },
  ] as const)(
    'everything that does not need $name goes on after it is killed',
    async ({ name, reading, writing, uploading }) => {
      await servers.get(name)?.kill();
      try {
        expect(await reads()).toBe(reading);
        if (name !== 'blob_store') expect(await readsOneGlossary()).toBe(reading);
        expect(await writes()).toBe(writing);
        expect(await uploads()).toBe(uploading);
        const [api, projector, worker] = nodes;
        const isAlone = (away: readonly string[]) => away.length === 1 && away[0] === name;
        await eventually(async () => (api === undefined ? [] : whatIsAway(api)), isAlone);
        expect(await api?.readiness()).toMatchObject({ code: 200, status: 'degraded' });
        const others = name === 'event_store' ? { code: 503, status: 'not_ready' } : { code: 200 };
        for (const node of [projector, worker])
          await eventually(
            async () => node?.readiness(),
            (report) => report?.code === others.code,
          );
      } finally {
        await start(name);
      }
      await Promise.all(nodes.map((node) => node.untilReady()));
      // As callers do who are told to come again: a server that has just started may still fail one request.
      await eventually(writes, (status) => status === 200);
      await eventually(uploads, (status) => status === 201);
    },
  );
});
