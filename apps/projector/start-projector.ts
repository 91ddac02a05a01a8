import { startContext } from '#libs/engines/process/start-context.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { ProjectorModule } from './projector.module.js';

/** Only a projector without a supervisor migrates; TypeORM is loaded for that alone. */
const migrateReadModels = async (databaseUrl: string): Promise<void> => {
  const { migrateReadModels: migrate } = await import('#projections/all-projections.js');
  await migrate(databaseUrl);
};

export const startProjector = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const role = await startContext(settings, logger, migrateReadModels, () =>
    ProjectorModule.register({
      role: 'projector',
      settings,
      logger,
      registry: createRegistry('projector'),
      lifeCycle: observedLifeCycle(logger),
    }),
  );
  logger.info('projecting');
  return role;
};
