import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const asAdministrator = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(sql);
  await client.end();
};

/** An empty database of its own for a spec file, on the server of the run. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { url: url.href, drop: () => asAdministrator(`drop database if exists ${name} with (force)`) };
};
