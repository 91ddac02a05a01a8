import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import { readServiceFile } from '#libs/engines/service-file.js';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { RunningService } from './running-service.js';

type Statement = [text: string, ...values: unknown[]];

/** Runs statements in the service's database, which it has of its own in a cluster too. */
export const runStatements = async (service: RunningService, ...statements: Statement[]): Promise<void> => {
  for (const statement of statements) await rowsOf(service, ...statement);
};

/** The rows that a query of the service's database has. */
export const rowsOf = async <Row extends object>(
  service: RunningService,
  ...[text, ...values]: Statement
): Promise<Row[]> => {
  const client = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** Forgets the job that a repeated queue has had for the present interval: another comes with the next start. */
export const forgetRepeatedJob = async (service: RunningService, queueName: string): Promise<void> => {
  const { REDIS_URL: url } = readServiceFile(service.dataDir).engines;
  if (url === undefined) return runStatements(service, ['delete from job_queue.job where name = $1', queueName]);
  const queue = new Queue(queueName, { connection: { url }, prefix: '{transledger-bullmq}', skipMetasUpdate: true });
  try {
    await queue.clean(0, 0, 'completed');
  } finally {
    await queue.close();
  }
};
