import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { prepareEngines } from '#libs/engines/prepare-engines.js';
import { nestOptions } from '#libs/engines/process/nest-options.js';
import { OperationsServer } from '#libs/engines/process/operations-server.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { serveNotReadyDuring } from '#libs/platform/process/startup-server.js';
import { observedLifeCycle } from '#libs/platform/telemetry/life-cycle/observed-life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { apiKeys } from '#projections/api-keys/api-keys.projection.js';
import { migrateReadModels } from '#projections/migrate-read-models.js';
import { organizations } from '#projections/organizations/organizations.projection.js';
import { sessions } from '#projections/sessions/sessions.projection.js';
import { users } from '#projections/users/users.projection.js';
import { ApiModule } from './api.module.js';
import { acceptGlossaryFiles } from './glossaries/glossary-body.js';
import { corsOptions } from './http/cors-options.js';
import { EdgeAdapter } from './http/edge-adapter.js';
import { envelopeOf } from './http/error-envelope.js';
import { OpenApiDocument } from './openapi/openapi-document.js';
import { StreamAdapter } from './stream/stream.adapter.js';

const processOf = (settings: Settings, logger: Logger): ProcessOptions => ({
  role: 'api',
  settings,
  logger,
  registry: createRegistry('api'),
  lifeCycle: observedLifeCycle(logger),
  // A process that is busy for seconds is still alive, and losing its lease would break every open stream.
  leaseTtlMs: 30_000,
});

/** Creates the API from its modules, ready to listen. */
export const createApi = async (options: ProcessOptions): Promise<NestFastifyApplication> => {
  const { settings, logger } = options;
  const application = await NestFactory.create<NestFastifyApplication>(ApiModule.register(options), new EdgeAdapter(), {
    ...nestOptions(logger),
    bodyParser: false,
  });
  await application.register(multipart);
  acceptGlossaryFiles(application.getHttpAdapter().getInstance());
  const origins = settings.TRANSLEDGER_CORS_ORIGINS;
  if (origins.length > 0) await application.register(cors, corsOptions(origins));
  application.useWebSocketAdapter(new StreamAdapter(application));
  application.get(OpenApiDocument).describe(application, publicUrlOf(settings), serviceVersion());
  return application;
};

/** The response to every request while a dependency of the API cannot be opened. */
const refusal = () => envelopeOf(newId('req'), new Rejection('service_unavailable'));

/** Waits until the keys and organizations that the log has by now can be looked up; later it goes on, and finds old ones. */
const awaitKeys = async (application: NestFastifyApplication, withinMs: number): Promise<void> => {
  const head = await application
    .get<EventStore>(EVENT_STORE)
    .head()
    .catch(() => undefined);
  if (head === undefined) return;
  const progress = application.get<ProjectionProgress>(PROJECTION_PROGRESS);
  await progress.waitFor(
    [apiKeys, organizations, users, sessions].map(({ name }) => name),
    head,
    withinMs,
  );
};

export const startApi = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const room = { host: settings.HOST, port: settings.PORT, audience: 'everybody', refusal } as const;
  const prepare = async () => {
    await prepareEngines(settings, logger, migrateReadModels);
    const created = await createApi(processOf(settings, logger));
    await awaitKeys(created, settings.TRANSLEDGER_START_WAIT);
    return created;
  };
  const application = await serveNotReadyDuring(room, prepare());
  await application.get(OperationsServer).open();
  await application.listen(settings.PORT, settings.HOST);
  logger.info('listening');
  return { stop: () => application.close() };
};
