import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const asAdministrator = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const leaveWithinMs = 2_000;

/**
 * A pool reports its end before its connections are closed, and a connection that is cut off meanwhile has no error
 * listener any more: it would fail the run. So connections that are leaving are let go before the others are cut off.
 */
const drop = async (client: Client, name: string): Promise<void> => {
  const deadline = performance.now() + leaveWithinMs;
  while (performance.now() < deadline) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) break;
    await sleep(20);
  }
  await client.query(`drop database if exists ${name} with (force)`);
};

/** An empty database of its own for a spec file, on the server of the run. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator((client) => client.query(`create database ${name}`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { url: url.href, drop: () => asAdministrator((client) => drop(client, name)) };
};
