import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';
import { StreamClient } from './stream-client.js';

interface Envelope<T> {
  data: T;
}

const translation = { text: 'Hello.', source: 'en', target: 'es' };

/** Milliseconds within which an act on one node must hold on the others; the rest is for a busy machine. */
const effectiveWithinMs = 2_000;
const takenOverWithinMs = 10_000;
const leeway = 3;

describe('roles that start alone, in any number', () => {
  let dataDir: string;
  let settings: Record<string, string>;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let nodes: RoleNode[] = [];
  let key: string;
  let organizationId: string;

  const start = async (role: RoleNode['role'], count: number): Promise<RoleNode[]> => {
    const started = await Promise.all(Array.from({ length: count }, () => RoleNode.start(role, settings)));
    nodes.push(...started);
    return started;
  };
  const of = (role: RoleNode['role'], index: number): RoleNode => {
    const node = nodes.filter((candidate) => candidate.role === role)[index];
    if (node === undefined) throw new Error(`There is no ${role} ${index}`);
    return node;
  };
  const commandLine = <T>(...args: string[]): Promise<T> => runCommandLine<T>(settings, ...args);
  const call = (
    node: RoleNode,
    path: string,
    { body, method = 'GET', as = key }: { body?: object; method?: string; as?: string } = {},
  ) =>
    fetch(`${node.url}${path}`, {
      method: body === undefined ? method : 'POST',
      headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const createKey = async (): Promise<{ id: string; key: string }> => {
    const answer = await call(of('api', 0), '/v1/api-keys', { body: { name: 'one', scopes: ['translate'] } });
    return ((await answer.json()) as Envelope<{ id: string; key: string }>).data;
  };
  const entriesOf = async (): Promise<{ request_id: string }[]> => {
    const answer = await call(of('api', 1), '/v1/compliance/audit-logs?action=translate&limit=1000');
    return ((await answer.json()) as Envelope<{ entries: { request_id: string }[] }>).data.entries;
  };

  beforeAll(async () => {
    dataDir = await newDataDir();
    const port = await freePort();
    settings = {
      DATABASE_URL: `postgresql://nobody:secret@127.0.0.1:${port}/transledger`,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_LOG_LEVEL: 'info',
    };
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  it('nodes say what they wait for while there is no database, and go on waiting', async () => {
    const [api] = await start('api', 1);
    const [worker] = await start('worker', 1);
    for (const node of [api, worker]) {
      const report = await eventually(
        async () => node?.readiness(),
        (answer) => answer !== undefined,
      );
      expect(report).toMatchObject({
        code: 503,
        status: 'not_ready',
        dependencies: { database: { status: 'unavailable' } },
      });
      expect((await fetch(`${node?.url}/health/live`)).status).toBe(200);
    }
    const refused = await fetch(`${api?.url}/v1/languages`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable', status: 503 } });
    await eventually(
      async () => worker?.output,
      (output) => output?.includes('the database does not answer') === true,
    );
    for (const node of nodes) {
      expect(node.output).not.toContain('secret');
      node.signal('SIGTERM');
      expect(await node.ended).toBe(0);
    }
    nodes = [];
  });

  it('a node ends with one line when the database refuses its password', async () => {
    // Seven nodes and the command line: more than the hundred that a single service is well served by.
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'), { max_connections: '300' });
    const wrong = database.url.replace(/:[0-9a-f]+@/, ':secret@');
    const node = await RoleNode.start('projector', { ...settings, DATABASE_URL: wrong });
    expect(await node.ended).toBe(1);
    expect(node.output.split('\n')).toContain('DATABASE_URL: the server refuses the user or its password');
    expect(node.output).not.toContain('secret');
  });

  it('nodes create the tables together, and become ready', async () => {
    settings.DATABASE_URL = database.url;
    await Promise.all([start('api', 2), start('projector', 2), start('worker', 2)]);
    await Promise.all(nodes.map((node) => node.untilReady()));
    const created = await commandLine<{ organization_id: string; api_key: string }>(
      ...['organization', 'create', '--name', 'Cluster', '--tier', 'max'],
    );
    key = created.api_key;
    organizationId = created.organization_id;
    for (const node of [of('api', 0), of('api', 1)]) expect((await call(node, '/v1/organization')).status).toBe(200);
    const metrics = await (await fetch(`${of('worker', 1).url}/metrics`)).text();
    expect(metrics).toMatch(/transledger_process_resident_memory_bytes\{role="worker"\}/);
  });

  it('one node sees what was written on the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createKey();
      const listed = await call(of('api', 1), '/v1/api-keys?limit=100');
      const { data } = (await listed.json()) as Envelope<{ api_keys: { id: string }[] }>;
      expect(data.api_keys.map((one) => one.id)).toContain(id);
    }
  });

  const words = Array.from({ length: 1_500 }, (_, n) => `w${n}`).join(' ');

  /** A translation whose reader stops reading, so that the rest of it waits in its node, and then breaks off. */
  const brokenOff = async (node: RoleNode) => {
    const { client, connectionId } = await StreamClient.authenticated(node.url, key);
    client.once('change', () => client.socket.pause());
    client.say({ type: 'translate', text: words, source: 'en', target: 'es', id: 'a' });
    await client.got('token', 'a');
    client.socket.terminate();
    return { connectionId, tokens: client.tokens('a') };
  };
  const resumed = async (node: RoleNode, connectionId: string, index: number, as = key) => {
    const { client } = await StreamClient.authenticated(node.url, as);
    client.say({ type: 'resume', connection_id: connectionId, id: 'a', index });
    return client;
  };

  it('a stream that broke on one node goes on, on the other, without repetition or loss', async () => {
    const { connectionId, tokens } = await brokenOff(of('api', 0));
    const client = await resumed(of('api', 1), connectionId, tokens.length);
    expect(await client.got('complete', 'a')).toMatchObject({ character_count: words.length });
    const all = [...tokens, ...client.tokens('a')];
    expect(all.map(({ index }) => index)).toEqual(all.map((_, index) => index));
    expect(all.map(({ token }) => token).join('')).toBe(words);
    client.socket.close(1000);
  });

  it('a stream is not found on another node by another organization, or once its node is dead', async () => {
    const [api] = await start('api', 1);
    await api?.untilReady();
    const { connectionId, tokens } = await brokenOff(api ?? of('api', 0));
    const { api_key: foreign } = await commandLine<{ api_key: string }>(
      ...['organization', 'create', '--name', 'Other', '--tier', 'max'],
    );
    await expect((await resumed(of('api', 1), connectionId, 0, foreign)).got('token', 'a')).rejects.toThrow(
      'not_found',
    );
    await api?.dispose();
    nodes = nodes.filter((node) => node !== api);
    for (const index of [0, 1]) {
      const client = await resumed(of('api', index), connectionId, tokens.length);
      await expect(client.got('complete', 'a')).rejects.toThrow('not_found');
      client.socket.close(1000);
    }
  });

  it('every node refuses a key that was revoked on one', async () => {
    const { id, key: revoked } = await createKey();
    const use = (index: number) => call(of('api', index), '/v1/translate', { body: translation, as: revoked });
    expect((await use(0)).status).toBe(200);
    expect((await use(1)).status).toBe(200);
    expect((await call(of('api', 0), `/v1/api-keys/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await use(0)).status).toBe(401);
    const since = Date.now();
    await eventually(
      async () => (await use(1)).status,
      (status) => status === 401,
    );
    expect(Date.now() - since).toBeLessThan(effectiveWithinMs * leeway);
  });

  it('a session that one node began holds on every node, until it ends on one', async () => {
    const invited = await call(of('api', 0), '/v1/users', { body: { email: 'ada@example.com', role: 'developer' } });
    const { invite_url } = ((await invited.json()) as Envelope<{ invite_url: string }>).data;
    const browse = (index: number, path: string, cookie: string, body?: object) => {
      const { url } = of('api', index);
      const headers = { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) };
      return fetch(
        `${url}${path}`,
        body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
      );
    };
    const password = 'correct horse battery staple';
    const accepted = await browse(1, '/v1/auth/invites', '', { token: invite_url.split('#').at(-1), password });
    const [cookie = ''] = (accepted.headers.get('set-cookie') ?? '').split(';');
    const session = async (index: number) => (await browse(index, '/v1/auth/session', cookie)).status;
    expect([await session(1), await session(0)]).toEqual([200, 200]);
    const out = await fetch(`${of('api', 0).url}/v1/auth/logout`, {
      method: 'POST',
      headers: { origin: of('api', 0).url, cookie },
    });
    expect(out.status).toBe(200);
    expect(await session(0)).toBe(401);
    await eventually(
      () => session(1),
      (status) => status === 401,
    );
  });

  it('every node follows what the operator changes about an organization', async () => {
    const statusOf = async (index: number) => (await call(of('api', index), '/v1/organization')).status;
    const becomes = async (wanted: number) => {
      const since = Date.now();
      for (const index of [0, 1]) {
        await eventually(
          () => statusOf(index),
          (status) => status === wanted,
        );
      }
      expect(Date.now() - since).toBeLessThan(effectiveWithinMs * leeway);
    };
    await commandLine('organization', 'suspend', organizationId);
    await becomes(403);
    await commandLine('organization', 'resume', organizationId);
    await becomes(200);
  });

  const holders = async (): Promise<Map<string, { holder: string; token: bigint }>> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string; holder: string; fencing_token: string }>(
      `select name, holder, fencing_token from leases.lease where expires_at > now() and name like 'projection:%'`,
    );
    await client.end();
    return new Map(rows.map(({ name, holder, fencing_token }) => [name, { holder, token: BigInt(fencing_token) }]));
  };

  it('a paused holder loses its projection to another, and its writes are refused when it goes on', async () => {
    const before = await holders();
    const [first] = before.values();
    const pid = Number(first?.holder.split(':').at(-1));
    const paused = nodes.find((node) => node.pid === pid);
    expect(paused?.role).toBe('projector');
    paused?.signal('SIGSTOP');
    const held = [...before].filter(([, { holder }]) => holder === first?.holder).map(([name]) => name);
    const since = Date.now();
    const acknowledged: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const answer = await call(of('api', round % 2), '/v1/translate', { body: translation });
      acknowledged.push(((await answer.json()) as { meta: { request_id: string } }).meta.request_id);
    }
    await eventually(
      () => holders(),
      (now) => held.every((name) => now.has(name) && now.get(name)?.holder !== first?.holder),
    );
    expect(Date.now() - since).toBeLessThan(takenOverWithinMs * leeway);
    await eventually(
      async () => (await entriesOf()).map((entry) => entry.request_id),
      (ids) => acknowledged.every((id) => ids.includes(id)),
    );
    const during = await holders();
    paused?.signal('SIGCONT');
    await call(of('api', 0), '/v1/translate', { body: translation });
    await sleep(1_000);
    const after = await holders();
    for (const name of held) expect(after.get(name)).toEqual(during.get(name));
    for (const name of held) {
      const projection = name.slice('projection:'.length);
      const { comparison } = await commandLine<{ comparison: { kind: string } }>('projections', 'rebuild', projection);
      expect(`${projection}: ${comparison.kind}`).toBe(`${projection}: equal`);
    }
    expect(paused?.output).not.toContain('unhandled fault');
  });

  it('nodes stop within 30 seconds of a signal, and finish the requests in hand', async () => {
    const [api] = await start('api', 1);
    await api?.untilReady();
    const translated = async () => {
      const read = ['events', 'read', '--type', 'TextTranslated', '--limit', '10000'];
      return (await commandLine<{ events: object[] }>(...read)).events.length;
    };
    const before = await translated();
    const answers = Array.from({ length: 20 }, () =>
      call(api ?? of('api', 0), '/v1/translate', { body: translation }).then(
        ({ status }) => status,
        () => 'not accepted' as const,
      ),
    );
    await sleep(20);
    const since = Date.now();
    for (const node of nodes) node.signal('SIGTERM');
    expect(await Promise.all(nodes.map((node) => node.ended))).toEqual(nodes.map(() => 0));
    expect(Date.now() - since).toBeLessThan(30_000);
    const outcomes = await Promise.all(answers);
    for (const outcome of outcomes) expect([200, 'not accepted']).toContain(outcome);
    // Whom the node has begun to serve it has answered; the others may come again.
    expect(await translated()).toBe(before + outcomes.filter((outcome) => outcome === 200).length);
  });
});
