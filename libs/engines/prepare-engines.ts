import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { isPooled } from '#libs/platform/postgres/database-address.js';
import { databaseAnswers } from '#libs/platform/postgres/database-answers.js';
import { isUnsupervised } from '#libs/platform/process/unsupervised.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { databaseAddressOf } from './database-address.js';
import { assertRedisFits } from './job-queue.js';
import type { MigrationPlan } from './migrate-everything.js';

/** Faults that do not pass by waiting: PostgreSQL's codes with a message for the operator. */
const lasting: Record<string, string> = {
  '28P01': 'the server refuses the user or its password',
  '28000': 'the server does not let this user in from here',
  '3D000': 'the server has no such database',
};

type DatabaseSetting = 'DATABASE_URL' | 'TRANSLEDGER_DATABASE_DIRECT_URL';

/** Majors of PostgreSQL that its makers still mend; we try 18 alone. */
const oldestPostgres = 15;

/** Returns the version that is too old; undefined for one that is not. */
export const tooOldPostgres = (version: string): string | undefined => {
  const major = Number.parseInt(version, 10);
  return Number.isNaN(major) || major >= oldestPostgres ? undefined : (version.split(' ')[0] ?? version);
};

const lastingProblem = (error: unknown): string | undefined => {
  if (error instanceof DatabaseError) return lasting[error.code ?? ''];
  return error instanceof Error && error.message.includes('does not support SSL')
    ? 'it asks for TLS, which the server does not speak'
    : undefined;
};

/** Waits until the database answers; resolves with its version. */
const versionOf = async (setting: DatabaseSetting, url: string, logger: Logger): Promise<string> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await databaseAnswers(url);
    } catch (error) {
      const problem = lastingProblem(error);
      if (problem !== undefined) throw new ConfigurationError([`${setting}: ${problem}`]);
      logger.warn({ err: error, setting }, 'the database does not answer; trying again');
      await sleep(backoff(failures));
    }
  }
};

const awaitDatabase = async (setting: DatabaseSetting, url: string, logger: Logger): Promise<void> => {
  const tooOld = tooOldPostgres(await versionOf(setting, url, logger));
  if (tooOld !== undefined) {
    throw new ConfigurationError([`${setting}: PostgreSQL ${tooOld} is too old, ${oldestPostgres} is the oldest`]);
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
  const address = databaseAddressOf(settings);
  await assertRedisFits(settings);
  await awaitDatabase('DATABASE_URL', address.url, logger);
  if (isPooled(address)) await awaitDatabase('TRANSLEDGER_DATABASE_DIRECT_URL', address.directUrl, logger);
  if (!isUnsupervised()) return;
  const { migrateEverything } = await import('./migrate-everything.js');
  const hasJobs = settings.REDIS_URL === undefined;
  await migrateEverything(address.directUrl, { isSoleOwner: false, hasJobs, migrateReadModels });
};
