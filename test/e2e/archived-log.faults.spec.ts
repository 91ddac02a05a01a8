import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { describeWith } from '#test/servers/describe-with.js';
import { createBucket, type RunningS3Proxy, startS3Proxy } from '#test/servers/s3proxy.js';
import { ApiClient } from './api-client.js';
import { commandLineProgram, runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { cleanEnvironment, newDataDir } from './running-service.js';

/** Positions of the first two partitions: the service makes those behind them as long as ever. */
const positions = 5;

interface Rebuilt {
  events: number;
  comparison: { kind: string };
}

interface Replayed {
  tables: { name: string; rows: number }[];
}

const bucket = 'archives';

describeWith(['s3'], 'a service whose oldest events are archived in S3', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let s3: RunningS3Proxy;
  let settings: Record<string, string>;
  let nodes: RoleNode[] = [];
  let client: ApiClient;

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    await migrateEventStore(database.url, { positions });
    s3 = await startS3Proxy({ folder: join(dataDir, 's3') });
    await createBucket(s3.endpoint, bucket);
    settings = {
      DATABASE_URL: database.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      S3_BUCKET: bucket,
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    nodes = await Promise.all((['api', 'projector'] as const).map((role) => RoleNode.start(role, settings)));
    await Promise.all(nodes.map((node) => node.untilReady()));
    const create = ['organization', 'create', '--name', 'Archived', '--tier', 'max'];
    const { api_key: key } = await runCommandLine<{ api_key: string }>(settings, ...create);
    client = new ApiClient(nodes[0]?.url ?? '', key);
    for (let n = 0; n < 3 * positions; n += 1) expect(await translate(`Sentence ${n}.`)).toBe(200);
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await Promise.all([database.stop(), s3.server.stop()]);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const translate = async (text: string): Promise<number> =>
    (await client.postJson('/v1/translate', { text, source: 'en', target: 'es' })).status;

  const eventsRead = () => runCommandLine<unknown>(settings, 'events', 'read', '--limit', '12');

  it('the operator archives them, and they are read, added to and rebuilt from as before', async () => {
    const before = await eventsRead();
    const archived = await runCommandLine<{ archives: object[] }>(settings, 'log', 'archive', '--keep', '1');
    expect(archived.archives).toMatchObject([
      { from: '1', to: '5', events: 5 },
      { from: '6', to: '10', events: 5 },
    ]);
    const objects = await readdir(join(dataDir, 's3', 'objects', bucket));
    expect(objects.filter((name) => /^log-(1|6)-/.test(name))).toHaveLength(2);
    expect(await eventsRead()).toEqual(before);
    expect(await translate('After the archive.')).toBe(200);
    expect((await client.postJson('/v1/api-keys', { name: 'later', scopes: ['translate'] })).status).toBe(201);
    await eventually(
      () => runCommandLine<Rebuilt>(settings, 'projections', 'rebuild', 'audit-log'),
      ({ comparison, events }) => comparison.kind === 'equal' && events > 3 * positions,
    );
    expect(await runCommandLine(settings, 'log', 'archive', '--before', '11')).toEqual({ archives: [] });

    const replayed = await runCommandLine<Replayed>(settings, 'replay', '--until', new Date().toISOString());
    const entries = replayed.tables.find(({ name }) => name.endsWith('.audit_log'));
    expect(entries?.rows).toBeGreaterThan(3 * positions);
  });

  it('a replay that is broken off leaves nothing behind', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const isThere = async () =>
      (await client.query(`select from pg_namespace where nspname = 'broken_off'`)).rowCount === 1;
    // It waits for this table once its schema is there.
    await client.query('begin; lock table read_model.webhook_attempt in access exclusive mode');
    const args = [commandLineProgram, 'replay', '--until', new Date().toISOString(), '--schema', 'broken_off'];
    const replay = spawn(process.execPath, args, {
      env: { ...cleanEnvironment(), ...settings },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    const said = text(replay.stderr);
    const ended = once(replay, 'exit');
    await eventually(isThere, (there) => there);
    replay.kill('SIGINT');
    await client.query('commit');
    expect((await ended)[0]).toBe(1);
    expect(await said).toContain('Broken off by SIGINT; nothing is left of it.');
    expect(await isThere()).toBe(false);
    await client.end();
  });
});
