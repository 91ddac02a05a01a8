import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { ApiClient } from './api-client.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

interface Report {
  id: string;
  status: string;
  progress: number;
}

const path = '/v1/compliance/reports';

describe('the worker that generates reports', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let client: Client;
  let settings: Record<string, string>;
  let nodes: RoleNode[] = [];
  let api: ApiClient;

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    client = new Client({ connectionString: database.url });
    await client.connect();
    settings = {
      DATABASE_URL: database.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_REPORT_TTL: 'PT1S',
      TRANSLEDGER_SWEEP_INTERVAL: 'PT1S',
    };
    nodes = await Promise.all((['api', 'projector'] as const).map((role) => RoleNode.start(role, settings)));
    await Promise.all(nodes.map((node) => node.untilReady()));
    const create = ['organization', 'create', '--name', 'Reports', '--tier', 'max'];
    const { api_key: key } = await runCommandLine<{ api_key: string }>(settings, ...create);
    api = new ApiClient(nodes[0]?.url ?? '', key);
  });

  afterAll(async () => {
    await client.end();
    await Promise.all(nodes.map((node) => node.dispose()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const day = new Date().toISOString().slice(0, 10);
  const order = async (): Promise<Report> => {
    const body = { type: 'soc2', format: 'json', period: { start: day, end: day } };
    const answer = await api.postJson(path, body);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: Report }).data;
  };
  const reportOf = async (id: string): Promise<Report> =>
    ((await (await api.fetch(`${path}/${id}`)).json()) as { data: Report }).data;
  const downloadOf = async (id: string): Promise<[number, string]> => {
    const answer = await api.fetch(`${path}/${id}/download`);
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
  };
  const startWorker = async (): Promise<RoleNode> => {
    const worker = await RoleNode.start('worker', settings);
    nodes.push(worker);
    return worker;
  };
  const completions = async (id: string): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from event_store.events where stream = $1 and type = 'ReportCompleted'`,
      [`report-${id}`],
    );
    return Number(rows[0]?.count);
  };

  it('a report whose worker is killed in the middle is generated again and completed once; then it expires', async () => {
    const { id } = await order();
    expect(await reportOf(id)).toMatchObject({ status: 'generating', progress: 0 });
    expect(await downloadOf(id)).toEqual([409, 'conflict']);
    // The first worker stands still where it reads the certifications, behind its checkpoint.
    await client.query('begin');
    await client.query('lock table read_model.certification in access exclusive mode');
    const first = await startWorker();
    await eventually(
      () => reportOf(id),
      ({ progress }) => progress > 0,
    );
    expect((await reportOf(id)).status).toBe('generating');
    first.signal('SIGKILL');
    await first.ended;
    await client.query('rollback');
    expect(await completions(id)).toBe(0);

    await startWorker();
    await eventually(
      () => completions(id),
      (count) => count > 0,
    );
    const expired = await eventually(
      () => reportOf(id),
      ({ status }) => status === 'expired',
    );
    expect(expired).toMatchObject({ progress: 100 });
    expect(await downloadOf(id)).toEqual([404, 'not_found']);
    expect(await completions(id)).toBe(1);
    const acts = await api.fetch(`/v1/compliance/audit-logs?action=retention_apply&resource=report&resource_id=${id}`);
    expect(((await acts.json()) as { data: { entries: object[] } }).data.entries).toHaveLength(1);
  });

  it('an erasure waits for a worker that has a report in hand, and neither is lost when that is killed', async () => {
    const eventsOf = async (id: string): Promise<string[]> => {
      const { rows } = await client.query<{ told: string }>(
        `select concat_ws(' ', type, data::jsonb->>'progress') as told from event_store.events where stream = $1`,
        [`report-${id}`],
      );
      return rows.map(({ told }) => told);
    };
    const erasureOf = async (id: string): Promise<{ id: string; status: string }> =>
      ((await (await api.fetch(`/v1/compliance/erasures/${id}`)).json()) as { data: { id: string; status: string } })
        .data;
    await client.query('begin');
    await client.query('lock table read_model.certification in access exclusive mode');
    const { id } = await order();
    await eventually(
      () => reportOf(id),
      ({ progress }) => progress > 0,
    );
    const subject = { type: 'ip_address', id: '127.0.0.1' };
    const requested = await api.postJson('/v1/compliance/erasures', { subject, reason: 'Request 7' });
    expect(requested.status).toBe(201);
    const { data: erasure } = (await requested.json()) as { data: { id: string } };
    await eventually(
      () => eventsOf(id),
      (told) => told.at(-1) === 'ReportProgressed 0',
    );
    expect((await erasureOf(erasure.id)).status).toBe('pending');
    const [worker] = nodes.slice(-1);
    worker?.signal('SIGKILL');
    await worker?.ended;
    await client.query('rollback');
    await startWorker();
    await eventually(
      () => erasureOf(erasure.id),
      ({ status }) => status === 'completed',
    );
    await eventually(
      () => completions(id),
      (count) => count > 0,
    );
    expect(await completions(id)).toBe(1);
    expect((await eventsOf(id)).filter((told) => told === 'ReportProgressed 0')).toHaveLength(1);
  });
});
