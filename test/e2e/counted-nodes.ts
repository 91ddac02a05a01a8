import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { ServerProcess } from '#test/servers/server-process.js';
import { ApiClient } from './api-client.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

export const roles = ['api', 'projector', 'worker'] as const;
const text = { text: 'Hello.', source: 'en', target: 'es' };

/** Peak numbers of connections that were seen at once, by the first word after `transledger` in their names. */
type Peaks = Record<string, number>;

/** One node of each role on a database, and what its connections are while they work. */
export class CountedNodes {
  readonly peak: Peaks = {};
  private readonly servers: ServerProcess[] = [];
  private readonly nodes: RoleNode[] = [];
  private readonly watching = new AbortController();
  private watched: Promise<void> | undefined;

  private constructor(
    readonly dataDir: string,
    readonly database: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
    readonly settings: Record<string, string>,
    private readonly watcher: Client,
  ) {}

  static async open(): Promise<CountedNodes> {
    const dataDir = await newDataDir();
    const database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    const watcher = new Client({ connectionString: database.url, application_name: 'watcher' });
    await watcher.connect();
    const settings = {
      DATABASE_URL: database.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_LOG_LEVEL: 'info',
    };
    return new CountedNodes(dataDir, database, settings, watcher);
  }

  async folder(name: string): Promise<string> {
    const folder = join(this.dataDir, name);
    await mkdir(folder);
    return folder;
  }

  use(server: ServerProcess): void {
    this.servers.push(server);
  }

  async start(): Promise<ApiClient> {
    for (const role of roles) this.nodes.push(await RoleNode.start(role, this.settings));
    await Promise.all(this.nodes.map((node) => node.untilReady()));
    const created = await runCommandLine<{ api_key: string }>(
      this.settings,
      ...['organization', 'create', '--name', 'Connections', '--tier', 'max'],
    );
    return new ApiClient(this.nodes[0]?.url ?? '', created.api_key);
  }

  get output(): string {
    return this.nodes.map(({ output }) => output).join('\n');
  }

  async createDatabase(name: string): Promise<void> {
    await this.watcher.query(`create database ${name}`);
  }

  /** Counts connections, again and again, until `stopWatching`. */
  watch(): void {
    this.watched = (async () => {
      while (!this.watching.signal.aborted) {
        const { rows } = await this.watcher.query<{ who: string; connections: number }>(
          `select split_part(application_name, ' ', 2) as who, count(*)::int as connections
             from pg_stat_activity where datname = 'transledger' and application_name like 'transledger %'
            group by rollup (split_part(application_name, ' ', 2))`,
        );
        for (const { who, connections } of rows) {
          const name = who ?? 'all';
          this.peak[name] = Math.max(this.peak[name] ?? 0, connections);
        }
      }
    })();
  }

  async stopWatching(): Promise<void> {
    this.watching.abort();
    await this.watched;
  }

  async close(): Promise<void> {
    await this.stopWatching();
    await this.watcher.end();
    await Promise.all(this.nodes.map((node) => node.dispose()));
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.database.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const documentOf = (client: ApiClient, name: string): Promise<Response> => {
  const form = new FormData();
  form.set('file', new Blob([`${name} has one line.\n`]), `${name}.txt`);
  form.set('source', 'en');
  form.set('target', 'es');
  return client.fetch('/v1/documents', { method: 'POST', body: form });
};

/** Does everything at once that a node of the API does in the database, and then what the others do of it. */
export const workOn = async (client: ApiClient, rounds: number): Promise<void> => {
  const uploaded: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const keyed = (n: number) => ({ headers: { 'idempotency-key': `key-${round}-${n}` } });
    const numbers = Array.from({ length: 16 }, (_, n) => n);
    const lists = [
      '/v1/compliance/audit-logs?limit=100',
      '/v1/documents',
      '/v1/api-keys',
      '/v1/usage',
      '/v1/glossaries',
    ];
    const [documents, ...responses] = await Promise.all([
      Promise.all(numbers.slice(0, 4).map((n) => documentOf(client, `document-${round}-${n}`))),
      ...numbers.map((n) => client.postJson('/v1/translate', text, keyed(n))),
      ...numbers.map(() => client.postJson('/v1/translate', text)),
      ...[...lists, ...lists, ...lists].map((path) => client.fetch(path)),
    ]);
    for (const { status, url } of responses) expect(`${status} ${new URL(url).pathname}`).toMatch(/^200 /);
    for (const response of documents) {
      expect(response.status).toBe(201);
      uploaded.push(((await response.json()) as { data: { id: string } }).data.id);
    }
  }
  for (const id of uploaded) {
    await eventually(
      async () =>
        ((await (await client.fetch(`/v1/documents/${id}`)).json()) as { data: { status: string } }).data.status,
      (status) => status === 'translated' || status === 'completed',
    );
  }
};
