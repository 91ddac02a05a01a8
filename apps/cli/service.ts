import { join, resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { type Foundation, openFoundation } from '#libs/engines/foundation.js';
import { readServiceFile } from '#libs/engines/service-file.js';
import { ConfigurationError, readSettings, type Settings } from '#libs/platform/config/settings.js';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { openReadModels } from '#projections/all-projections.js';

/** The running service's log and read models, which the commands work on. */
export interface Service extends Foundation {
  settings: Settings;
  readModels: DataSource;
  /** Waits until the projections have passed the current head of the log, so that a list shows recent changes. */
  caughtUp(...projections: string[]): Promise<void>;
}

const databaseUrl = async (configured: string | undefined, dataDir: string): Promise<string> => {
  const url = configured ?? (await embeddedPostgresUrl(join(dataDir, 'postgres')));
  if (url !== undefined) return url;
  throw new ConfigurationError([
    `No service runs on the data folder ${dataDir}. Start it with "npm start", or set DATABASE_URL or TRANSLEDGER_DATA_DIR`,
  ]);
};

/** Connects to the service with the same settings, and closes everything when `work` is done. */
export const withService = async <T>(work: (service: Service) => Promise<T>): Promise<T> => {
  const dataDir = resolve(readSettings(process.env).TRANSLEDGER_DATA_DIR);
  const settings = readSettings({ ...readServiceFile(dataDir), ...process.env });
  const url = await databaseUrl(settings.DATABASE_URL, dataDir);
  const foundation = await openFoundation({ ...settings, DATABASE_URL: url }, { role: 'cli', poolSize: 4 });
  const readModels = await openReadModels({ connectionString: url, poolSize: 2 });
  const progress = createProjectionProgress({ pool: foundation.pool });
  try {
    return await work({
      ...foundation,
      settings,
      readModels,
      caughtUp: async (...projections) => {
        await progress.waitFor(projections, await foundation.eventStore.head());
      },
    });
  } finally {
    await progress.close();
    await readModels.destroy();
    await foundation.close();
  }
};
