import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { ApiClient } from './api-client.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

interface DocumentResponse {
  data: { id: string; status: string; error?: { code: string; message: string } };
}

describe('documents whose requests are lost on their way to the workers', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let pool: Pool;
  let settings: Record<string, string>;
  let nodes: RoleNode[] = [];
  let client: ApiClient;

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    // A server that stops says so to connections that are being closed.
    pool = createPool({ connectionString: database.url, max: 1, applicationName: 'stuck documents' });
    settings = { DATABASE_URL: database.url, TRANSLEDGER_DATA_DIR: dataDir, TRANSLEDGER_INFERENCE: 'echo' };
    nodes = await Promise.all((['api', 'projector'] as const).map((role) => RoleNode.start(role, settings)));
    await Promise.all(nodes.map((node) => node.untilReady()));
    const create = ['organization', 'create', '--name', 'Stuck', '--tier', 'max'];
    const { api_key: key } = await runCommandLine<{ api_key: string }>(settings, ...create);
    client = new ApiClient(nodes[0]?.url ?? '', key);
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const upload = async (name: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob(['One line.\n']), name);
    form.set('source', 'en');
    form.set('target', 'es');
    const answer = await client.fetch('/v1/documents', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as DocumentResponse).data.id;
  };

  const documentOf = async (id: string): Promise<DocumentResponse['data']> =>
    ((await (await client.fetch(`/v1/documents/${id}`)).json()) as DocumentResponse).data;

  /** Moves the consumer group behind everything that was requested, as a bus that has lost its messages would. */
  const loseRequests = () =>
    pool.query(
      `insert into message_bus.consumer_group (name, position, fencing_token, types)
       select 'document-translation', max(position), 0, array['DocumentTranslationRequested']
         from projection.checkpoint`,
    );

  const letPass = (id: string, interval: string) =>
    pool.query(
      'update read_model.document_translation set requested_at = requested_at - $2::interval where document_id = $1',
      [id, interval],
    );

  it('a lost document is translated after a quarter of an hour, and one in time is left to its message', async () => {
    const [lost, recent] = [await upload('lost.txt'), await upload('recent.txt')];
    expect((await documentOf(recent)).status).toBe('processing');
    await loseRequests();
    await letPass(lost, '16 minutes');
    nodes.push(await RoleNode.start('worker', settings));
    await eventually(
      async () => (await documentOf(lost)).status,
      (status) => status === 'completed',
    );
    expect((await documentOf(recent)).status).toBe('processing');
  });
});
