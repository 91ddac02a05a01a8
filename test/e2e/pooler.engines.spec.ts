import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { startPgBouncer } from '#test/servers/pgbouncer.js';
import { runCommandLine } from './command-line.js';
import { CountedNodes, roles, workOn } from './counted-nodes.js';
import { RunningService } from './running-service.js';

/** Sessions that the pooler opens; fewer than the smallest pool of one node. */
const poolSize = 4;
/** A process opens one that is listened over, and one for appends. */
const directOfOne = 2;

describeWith(['pgbouncer'], 'nodes behind PgBouncer in transaction mode', () => {
  let nodes: CountedNodes;
  let pooled: string;
  const commandLine = <T>(...args: string[]): Promise<T> => runCommandLine<T>(nodes.settings, ...args);

  beforeAll(async () => {
    nodes = await CountedNodes.open();
    const { url, server } = await startPgBouncer({ databaseUrl: nodes.database.url, poolSize });
    nodes.use(server);
    nodes.settings.TRANSLEDGER_DATABASE_DIRECT_URL = nodes.database.url;
    pooled = url;
    nodes.settings.DATABASE_URL = url;
    // The fewest that may be set, so that pools are waited for too.
    nodes.settings.TRANSLEDGER_DATABASE_CONNECTIONS = '8';
  });
  afterAll(() => nodes.close());

  it('texts, documents and lists are served, over a few sessions that all nodes share', async () => {
    const client = await nodes.start();
    nodes.watch();
    await workOn(client, 4);
    await nodes.stopWatching();
    expect(nodes.peak.all).toBeGreaterThan(0);
    expect(nodes.peak.all).toBeLessThanOrEqual(poolSize + directOfOne * roles.length);
    expect(nodes.output).not.toMatch(/prepared statement|unsupported startup parameter/);
  });

  it('a rebuild leaves no setting of its own behind in the sessions that others get', async () => {
    await commandLine('projections', 'rebuild', 'usage');
    const sessions = Array.from({ length: 4 * poolSize }, () => new Client({ connectionString: pooled }));
    await Promise.all(sessions.map((session) => session.connect()));
    const shown = await Promise.all(
      sessions.map((session) => session.query(`select pg_sleep(0.1), current_setting('synchronous_commit') as value`)),
    );
    await Promise.all(sessions.map((session) => session.end()));
    expect(new Set(shown.map(({ rows }) => rows[0]?.value))).toEqual(new Set(['on']));
  });

  it('a service that starts in one process tree makes its tables and its first key through the pooler', async () => {
    const fresh = { direct: new URL(nodes.database.url), pooled: new URL(pooled) };
    for (const url of Object.values(fresh)) url.pathname = '/fresh';
    await nodes.createDatabase('fresh');
    const service = await RunningService.start({
      settings: {
        DATABASE_URL: fresh.pooled.href,
        TRANSLEDGER_DATABASE_DIRECT_URL: fresh.direct.href,
        TRANSLEDGER_INFERENCE: 'echo',
      },
    });
    try {
      expect((await service.postJson('/v1/translate', { text: 'Hello.', source: 'en', target: 'es' })).status).toBe(
        200,
      );
    } finally {
      await service.dispose();
    }
  });

  it('the command line works through the pooler', async () => {
    const { projections } = await commandLine<{ projections: { name: string }[] }>('projections', 'status');
    expect(projections.length).toBeGreaterThan(0);
    expect(await commandLine('jobs', 'failed')).toEqual({ failed: [] });
    expect(await commandLine('messages', 'parked')).toEqual({ parked: [] });
    const { api_keys } = await commandLine<{ api_keys: object[] }>('keys', 'list');
    expect(api_keys).toHaveLength(1);
  });
});
