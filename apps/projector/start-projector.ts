import { startContext } from '#libs/engines/process/start-context.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { migrateReadModels } from '#projections/migrate-read-models.js';
import { ProjectorModule } from './projector.module.js';

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
