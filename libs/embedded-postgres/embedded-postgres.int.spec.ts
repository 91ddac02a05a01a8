import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.js';

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
};

it('keeps its data over a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-pg-'));
  const first = await startEmbeddedPostgres(folder);
  await query(first.url, 'create table kept as select 1 as value');
  await first.stop();
  const second = await startEmbeddedPostgres(folder);
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});
