import { join } from 'node:path';
import { Client } from 'pg';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { RunningService } from './running-service.js';

type Statement = [text: string, ...values: unknown[]];

/** Runs statements in the service's database, which it has of its own in a cluster too. */
export const runStatements = async (service: RunningService, ...statements: Statement[]): Promise<void> => {
  const client = await connected(service);
  try {
    for (const [text, ...values] of statements) await client.query(text, values);
  } finally {
    await client.end();
  }
};

/** The rows that a query of the service's database has. */
export const rowsOf = async <Row extends object>(
  service: RunningService,
  ...[text, ...values]: Statement
): Promise<Row[]> => {
  const client = await connected(service);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

const connected = async (service: RunningService): Promise<Client> => {
  const client = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
  await client.connect();
  return client;
};
