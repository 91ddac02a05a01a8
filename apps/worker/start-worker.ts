import { startContext } from '#libs/engines/process/start-context.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { migrateReadModels } from '#projections/migrate-read-models.js';
import { WorkerModule } from './worker.module.js';

/** Starts the worker: translates documents, delivers webhooks, removes what has expired; in any number of processes. */
export const startWorker = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const running = await startContext(settings, logger, migrateReadModels, () => {
    const registry = createRegistry('worker');
    const lifeCycle = observedLifeCycle(logger, registry);
    return WorkerModule.register({ role: 'worker', settings, logger, registry, lifeCycle });
  });
  logger.info('consuming');
  return running;
};
