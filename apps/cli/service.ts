import { join, resolve } from 'node:path';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Foundation } from '#libs/engines/foundation.js';
import { besideService, readServiceFile } from '#libs/engines/service-file.js';
import { ConfigurationError, readSettings, type Settings } from '#libs/platform/config/settings.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** The running service's log and read models, which the commands work on. */
export interface Service extends Foundation {
  settings: Settings;
  readModels: ReadModelQueries;
  /** Waits until the projections have passed the current head of the log, so that a list shows recent changes. */
  caughtUp(...projections: string[]): Promise<void>;
}

// What connects is loaded by the command that works, and not by its help.

/** No settings of ours: the client of a bucket reads them from the environment. */
const credentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

/** The settings of the environment, with those of the running service: its address, its engines and their credentials. */
export const settingsOfService = (): { settings: Settings; dataDir: string } => {
  const dataDir = resolve(readSettings(process.env).TRANSLEDGER_DATA_DIR);
  const { engines } = readServiceFile(dataDir);
  for (const name of credentials) {
    const value = engines[name];
    if (value !== undefined) process.env[name] ??= value;
  }
  return { dataDir, settings: readSettings(besideService(dataDir, process.env)) };
};

const databaseUrl = async (configured: string | undefined, dataDir: string): Promise<string> => {
  const { embeddedPostgresUrl } = await import('#libs/platform/postgres/embedded/embedded-postgres.js');
  const url = configured ?? (await embeddedPostgresUrl(join(dataDir, 'postgres')));
  if (url !== undefined) return url;
  throw new ConfigurationError([
    `No service runs on the data folder ${dataDir}. Start it with "npm start", or set DATABASE_URL or TRANSLEDGER_DATA_DIR`,
  ]);
};

/** The error itself, unless a server that a setting leads to is away: then that, by the name of the setting. */
const explained = async (error: unknown, settings: Settings): Promise<unknown> => {
  if (error instanceof Rejection || error instanceof ConfigurationError) return error;
  const { serversAway } = await import('#libs/engines/server-checks.js');
  const away = await serversAway(settings);
  return away.length === 0 ? error : new ConfigurationError(away);
};

/**
 * Connects to the service with the same settings, and closes everything when `work` is done. Beside the pool there is a
 * connection that appends and one that listens, each from its first use on: with a pool of one no more than a database
 * without a free connection has left for its superusers. Projections are asked whether they have passed, not listened to:
 * most have, and a connection costs a tenth of a command.
 */
export const withService = async <T>(work: (service: Service) => Promise<T>, poolSize = 1): Promise<T> => {
  const { settings, dataDir } = settingsOfService();
  try {
    return await workWith(settings, dataDir, work, poolSize);
  } catch (error) {
    throw await explained(error, settings);
  }
};

const workWith = async <T>(
  settings: Settings,
  dataDir: string,
  work: (service: Service) => Promise<T>,
  poolSize: number,
): Promise<T> => {
  const url = await databaseUrl(settings.DATABASE_URL, dataDir);
  const { openFoundation } = await import('#libs/engines/foundation.js');
  const { poolQueries } = await import('#libs/read-side/read-models/pool-queries.js');
  const foundation = await openFoundation({ ...settings, DATABASE_URL: url }, { role: 'cli', poolSize });
  let progress: ProjectionProgress | undefined;
  const openProgress = async () => {
    const { createProjectionProgress } = await import('#libs/read-side/projection/progress/projection-progress.js');
    progress ??= createProjectionProgress({ pool: foundation.pool });
    return progress;
  };
  try {
    return await work({
      ...foundation,
      settings,
      readModels: poolQueries(foundation.pool),
      caughtUp: async (...projections) => {
        await (await openProgress()).waitFor(projections, await foundation.eventStore.head());
      },
    });
  } finally {
    progress?.close();
    await foundation.close();
  }
};
