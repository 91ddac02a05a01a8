import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { runCommandLine } from './command-line.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

/** Connections that PostgreSQL reserves for superusers by default, when no other is left. */
const reserved = 3;

describe('commands on a database that has hardly a connection left', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let projector: RoleNode;
  let settings: Record<string, string>;
  const run = <T>(...args: string[]): Promise<T> => runCommandLine<T>(settings, ...args);

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
    settings = { DATABASE_URL: database.url, TRANSLEDGER_DATA_DIR: dataDir, TRANSLEDGER_INFERENCE: 'echo' };
    projector = await RoleNode.start('projector', settings);
    await projector.untilReady();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create role operator login password 'word' in role transledger connection limit ${reserved}`);
    await client.end();
    const url = new URL(database.url);
    Object.assign(url, { username: 'operator', password: 'word' });
    settings = { ...settings, DATABASE_URL: url.href };
  });
  afterAll(async () => {
    await projector.dispose();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  it('an organization and keys are made and listed', async () => {
    const { organization_id: id } = await run<{ organization_id: string }>(
      ...['organization', 'create', '--name', 'Hardly', '--tier', 'max'],
    );
    await run('organization', 'suspend', id);
    await run('organization', 'resume', id);
    const { id: key } = await run<{ id: string }>('keys', 'create', '--name', 'second', '--scopes', 'translate');
    await run('keys', 'revoke', key);
    expect((await run<{ api_keys: object[] }>('keys', 'list')).api_keys).toHaveLength(2);
  });

  it.each([
    'projections status',
    'projections rebuild audit-log',
    'projections retry audit-log',
    'projections retry usage',
    'messages status',
    'messages parked',
    'jobs failed',
    'documents failed',
    'organization list',
    'log adopt',
    'documents list',
    'webhooks deliveries',
    'usage',
    'audit list',
  ])('%s works over three connections', async (command) => {
    expect(await run(...command.split(' '))).toBeDefined();
  });

  it('the doctor works over three connections, and misses the API alone', async () => {
    const alone = { ...settings, TRANSLEDGER_INFERENCE: 'echo', PORT: String(await freePort()) };
    const { findings } = await runCommandLine<{ findings: Record<string, string>[] }>(alone, 'doctor');
    expect(findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'api', verdict: 'warning' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'jobs', verdict: 'ok' }));
  });
});
