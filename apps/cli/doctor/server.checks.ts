import { tooOldPostgres } from '#libs/engines/prepare-engines.js';
import { serverChecks } from '#libs/engines/server-checks.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { databaseAnswers } from '#libs/platform/postgres/database-answers.js';
import { type Finding, ok, wrong } from './finding.js';

export const databaseFinding = async (url: string): Promise<Finding> => {
  try {
    const version = await databaseAnswers(url);
    const tooOld = tooOldPostgres(version);
    if (tooOld === undefined) return ok('database', `PostgreSQL ${version}`);
    return wrong('database', `PostgreSQL ${tooOld} is too old`, 'Upgrade the server that DATABASE_URL leads to');
  } catch (error) {
    const why = errorCodeOf(error) ?? (error instanceof Error ? error.message : String(error));
    return wrong('database', `PostgreSQL does not answer (${why})`, 'Start the server, or correct DATABASE_URL');
  }
};

/** The servers that settings lead to: those that do not answer are named with their setting. */
export const serverFindings = (settings: Settings): Promise<Finding[]> =>
  Promise.all(
    serverChecks(settings).map(async ({ dependency, setting, check }) => {
      try {
        await check();
        return ok(dependency, `what ${setting} leads to answers`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return wrong(dependency, why, `Start the server, or correct ${setting}`);
      }
    }),
  );
