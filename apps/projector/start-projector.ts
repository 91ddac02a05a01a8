import { startContext } from '#libs/engines/process/start-context.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { allProjections, migrateReadModels } from '#projections/all-projections.js';
import { ProjectorModule } from './projector.module.js';

/** Size of the pool: a connection for each projection, and some for their status. */
const poolSize = allProjections.length + 3;

export const startProjector = (settings: Settings, logger: Logger): Promise<RunningRole> =>
  startContext(settings, logger, migrateReadModels, () =>
    ProjectorModule.register({
      role: 'projector',
      settings,
      logger,
      registry: createRegistry('projector'),
      lifeCycle: observedLifeCycle(logger),
      poolSize,
    }),
  );
