import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readSettings } from '#libs/platform/config/settings.js';
import { unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { migrateReadModels } from '#projections/all-projections.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { migrateEverything } from '../migrate-everything.js';
import type { ProcessOptions } from './process.module.js';

export interface ProcessFixture {
  options: ProcessOptions;
  /** Lines of the log. */
  log: string[];
  close(): Promise<void>;
}

/** Fixture of a process: a database of its own, the echo engine, and a log that can be read. */
export const processFixture = async (
  role: ProcessOptions['role'],
  environment: Record<string, string> = {},
): Promise<ProcessFixture> => {
  const database = await createTestDatabase();
  await migrateEverything(database.url, { isSoleOwner: true, hasJobs: true, migrateReadModels });
  const dataDir = await mkdtemp(join(tmpdir(), 'transledger-process-'));
  const log: string[] = [];
  const settings = readSettings({
    DATABASE_URL: database.url,
    TRANSLEDGER_DATA_DIR: dataDir,
    TRANSLEDGER_INFERENCE: 'echo',
    ...environment,
  });
  // The echo engine warns at every start that nothing is translated.
  const write = (line: string) => void (line.includes('nothing is translated') || log.push(line));
  const logger = pino({ level: 'warn' }, { write });
  return {
    options: { role, settings, logger, registry: createRegistry(role), lifeCycle: unobserved },
    log,
    close: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
