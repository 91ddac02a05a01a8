import { Gauge } from 'prom-client';
import type { Settings } from '#libs/config/settings.js';
import { openFoundation } from '#libs/engines/foundation.js';
import { createPostgresLeases } from '#libs/lease/postgres-leases.js';
import { offerMetrics } from '#libs/process-role/metrics-channel.js';
import type { RunningRole } from '#libs/process-role/run-role.js';
import { createProjectionRunner, type ProjectionRunner } from '#libs/projection/projection-runner.js';
import type { Logger } from '#libs/telemetry/logger.js';
import { createRegistry } from '#libs/telemetry/metrics.js';
import { allProjections, openReadModels } from '#projections/all-projections.js';

/** A connection for each projection, one for its status, a few for leases. */
const poolSize = allProjections.length + 4;

/** Runs every projection; of several such processes one works on each. */
export const startProjector = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const foundation = await openFoundation(settings, { role: 'projector', poolSize, logger });
  const { pool, eventStore, databaseUrl } = foundation;
  // Brings the tables up to date; the runner writes to them over its own pool.
  const readModels = await openReadModels({ connectionString: databaseUrl, poolSize: 1 });
  await readModels.destroy();
  const leases = createPostgresLeases(pool);
  const runner = createProjectionRunner({
    pool,
    eventStore,
    leases,
    projections: allProjections,
    log: logger,
  });
  const registry = createRegistry('projector');
  measureProjections(registry, runner);
  offerMetrics(registry);
  runner.start();
  return {
    stop: async () => {
      await runner.stop();
      await leases.close();
      await foundation.close();
    },
  };
};

const measureProjections = (registry: ReturnType<typeof createRegistry>, runner: ProjectionRunner): void => {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `transledger_projection_${name}`,
      help,
      labelNames: ['projection'] as const,
      registers: [registry],
    });
  const lagEvents = gauge('lag_events', 'Events not yet applied, counted up to 1,000.');
  const lagSeconds = gauge('lag_seconds', 'Age of the oldest event not yet applied.');
  const parkedEvents = gauge('parked_events', 'Events that wait aside because one of their lane failed.');
  const halted = gauge('halted', '1 while the projection has stopped.');
  new Gauge({
    name: 'transledger_projections',
    help: 'Projections that this process knows.',
    registers: [registry],
    async collect() {
      const statuses = await runner.status();
      this.set(statuses.length);
      for (const { name, state, ...status } of statuses) {
        lagEvents.set({ projection: name }, status.lagEvents);
        lagSeconds.set({ projection: name }, status.lagSeconds);
        parkedEvents.set({ projection: name }, status.parkedEvents);
        halted.set({ projection: name }, state === 'halted' ? 1 : 0);
      }
    },
  });
};
