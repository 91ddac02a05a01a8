import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { isUnsupervised } from '#libs/platform/process/unsupervised.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { assertRedisEvictsNothing } from './job-queue.js';
import type { MigrationPlan } from './migrate-everything.js';

/** Faults that do not pass by waiting: PostgreSQL's codes with a message for the operator. */
const lasting: Record<string, string> = {
  '28P01': 'DATABASE_URL: the server refuses the user or its password',
  '28000': 'DATABASE_URL: the server does not let this user in from here',
  '3D000': 'DATABASE_URL: the server has no such database',
};

const connect = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
};

const lastingProblem = (error: unknown): string | undefined => {
  if (error instanceof DatabaseError) return lasting[error.code ?? ''];
  return error instanceof Error && error.message.includes('does not support SSL')
    ? 'DATABASE_URL asks for TLS, which the server does not speak'
    : undefined;
};

const awaitDatabase = async (url: string, logger: Logger): Promise<void> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await connect(url);
    } catch (error) {
      const problem = lastingProblem(error);
      if (problem !== undefined) throw new ConfigurationError([problem]);
      logger.warn({ err: error }, 'the database does not answer; trying again');
      await sleep(backoff(failures));
    }
  }
};

/**
 * Waits until the database answers, for as long as it takes, and brings its tables up to date when no supervisor
 * has done so. The other engines may come later. @throws ConfigurationError for a fault that does not pass by waiting
 */
export const prepareEngines = async (
  settings: Settings,
  logger: Logger,
  migrateReadModels: MigrationPlan['migrateReadModels'],
): Promise<void> => {
  const { DATABASE_URL, REDIS_URL } = settings;
  if (DATABASE_URL === undefined) throw new ConfigurationError(['DATABASE_URL must be set for a role that runs alone']);
  await assertRedisEvictsNothing(settings);
  await awaitDatabase(DATABASE_URL, logger);
  if (!isUnsupervised()) return;
  const { migrateEverything } = await import('./migrate-everything.js');
  await migrateEverything(DATABASE_URL, { isSoleOwner: false, hasJobs: REDIS_URL === undefined, migrateReadModels });
};
