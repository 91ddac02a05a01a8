import { Gauge } from 'prom-client';
import { dependenciesOf } from '#libs/engines/dependencies.js';
import { openFoundation } from '#libs/engines/foundation.js';
import { measureRole } from '#libs/engines/measure-role.js';
import { openRelay } from '#libs/engines/message-bus.js';
import { prepareEngines } from '#libs/engines/prepare-engines.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { operationsOfOneAlone, operationsPlace } from '#libs/platform/process/operations-server.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { whileWaiting } from '#libs/platform/process/waiting-room.js';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import type { KafkaRelay, KafkaRelayStatus } from '#libs/ports/message-bus/kafka/relay.js';
import type { ProjectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { createProjectionRunner, type ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';
import { allProjections, migrateReadModels } from '#projections/all-projections.js';

/** A connection for each projection, and some for their status. */
const poolSize = allProjections.length + 3;

/** Runs every projection; of several such processes one works on each. */
export const startProjector = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  await whileWaiting(operationsPlace(settings), prepareEngines(settings, logger, migrateReadModels));
  const registry = createRegistry('projector');
  const lifeCycle = observedLifeCycle(logger);
  const foundation = await openFoundation(settings, { role: 'projector', poolSize, logger, registry });
  const { pool, eventStore, databaseUrl } = foundation;
  // Renewals must not wait behind the work that they are for.
  const leasePool = createPool({
    connectionString: databaseUrl,
    max: 2,
    applicationName: 'transledger projector leases',
  });
  const leases = createPostgresLeases(leasePool);
  const runner = createProjectionRunner({
    pool,
    eventStore,
    leases,
    projections: allProjections,
    log: logger,
    lifeCycle,
  });
  const dependencies = dependenciesOf(settings, { foundation });
  measureRole(registry, { settings, foundation, dependencies });
  measureProjections(registry, runner);
  offerMetrics(registry);
  const operations = operationsOfOneAlone(settings, registry, dependencies);
  const relay = openRelay(settings, foundation, leases, lifeCycle);
  if (relay !== undefined) measureRelay(registry, relay);
  runner.start();
  relay?.start();
  return {
    stop: async () => {
      operations?.close();
      await Promise.all([runner.stop(), relay?.stop()]);
      await leases.close();
      await leasePool.end();
      await foundation.close();
    },
  };
};

type Registry = ReturnType<typeof createRegistry>;

const measureRelay = (registry: Registry, relay: KafkaRelay): void => {
  const status = askedOnce(() => relay.status());
  const gauge = (name: string, help: string, measure: (status: KafkaRelayStatus) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max', // every node sees the same
      async collect() {
        const told = await status();
        if (told !== undefined) this.set(measure(told));
      },
    });
  gauge(
    'transledger_kafka_relay_lag_events',
    'Events not yet published to Kafka, counted up to 1,000.',
    ({ lagEvents }) => lagEvents,
  );
  gauge(
    'transledger_kafka_relay_lag_seconds',
    'Age of the oldest event not yet published to Kafka.',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge(
    'transledger_kafka_relay_halted',
    '1 while this process halts at an event that Kafka does not take.',
    ({ state }) => (state === 'halted' ? 1 : 0),
  );
};

const measureProjections = (registry: Registry, runner: ProjectionRunner): void => {
  const status = askedOnce(() => runner.status());
  const gauge = (name: string, help: string, measure: (status: ProjectionStatus) => number) =>
    new Gauge({
      name: `transledger_projection_${name}`,
      help,
      labelNames: ['projection'] as const,
      registers: [registry],
      aggregator: 'max', // every node sees the same
      async collect() {
        for (const projection of (await status()) ?? []) this.set({ projection: projection.name }, measure(projection));
      },
    });
  gauge('lag_events', 'Events not yet applied, counted up to 1,000.', ({ lagEvents }) => lagEvents);
  gauge('lag_seconds', 'Age of the oldest event not yet applied.', ({ lagSeconds }) => lagSeconds);
  gauge(
    'parked_events',
    'Events that wait aside because one of their lane failed.',
    ({ parkedEvents }) => parkedEvents,
  );
  gauge('halted', '1 while the projection has stopped.', ({ state }) => (state === 'halted' ? 1 : 0));
  gauge('rebuilt', 'From 0 to 1 while a rebuild is under way; 1 otherwise.', ({ rebuilt }) => rebuilt ?? 1);
};
