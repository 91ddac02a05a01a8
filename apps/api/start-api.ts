import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Registry } from 'prom-client';
import { CHARACTER_QUOTA } from '#libs/application/character-quota.port.js';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { openBlobStore } from '#libs/engines/blob-store.js';
import { dependenciesOf } from '#libs/engines/dependencies.js';
import { type Foundation, openFoundation } from '#libs/engines/foundation.js';
import { openInferenceEngine } from '#libs/engines/inference-engine.js';
import { openLimits } from '#libs/engines/limits.js';
import { measureRole } from '#libs/engines/measure-role.js';
import { prepareEngines } from '#libs/engines/prepare-engines.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { formatDuration } from '#libs/platform/config/parsers.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { serveOperations } from '#libs/platform/process/operations-server.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { whileWaiting } from '#libs/platform/process/waiting-room.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { createPostgresIdempotencyStore } from '#libs/ports/idempotency/postgres-idempotency-store.js';
import { measuredEngine } from '#libs/ports/inference/measured-engine.js';
import { measuredResponseCache } from '#libs/ports/limits/measured-response-cache.js';
import { MemoryResponseCache } from '#libs/ports/limits/memory/memory-response-cache.js';
import * as tokens from '#libs/ports/tokens.js';
import { createProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { haltedProjections } from '#libs/read-side/projection/progress/projection-status.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { allProjections, migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { CharactersQueries } from '#projections/usage/characters.queries.js';
import { UsageQueries } from '#projections/usage/usage.queries.js';
import { AccessDirectory } from './access/access-directory.js';
import { findKeyAccess } from './access/find-key-access.js';
import { CharacterQuota } from './access/limits/character-quota.js';
import { ConcurrencyLimits } from './access/limits/concurrency.js';
import { readQuotaKey } from './access/limits/quota-key.js';
import { UsedCharacters } from './access/limits/used-characters.js';
import { OwnWrites } from './access/own-writes.js';
import { TIER_LIMITS, tierLimits } from './access/tier-limits.js';
import { apiModuleOn } from './api.module.js';
import { Engines } from './engines.js';
import { acceptGlossaryFiles } from './glossaries/glossary-body.js';
import { EdgeAdapter } from './http/edge-adapter.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { envelopeOf } from './http/error-envelope.js';
import { EveryErrorFilter } from './http/every-error.filter.js';
import { measureDegradation, measureErrors, measureRequests } from './http/http-metrics.js';
import { serveAsyncApi, serveDocs } from './openapi/docs-page.js';
import { withLanguageCodes } from './openapi/language-codes.js';
import { openApiDocument } from './openapi/openapi-document.js';
import { asyncApiDocument } from './stream/asyncapi-document.js';
import { openStream } from './stream/open-stream.js';
import { StreamAdapter } from './stream/stream.adapter.js';
import { StreamHub } from './stream/stream-hub.js';

const poolSize = 12;
const readPoolSize = 8;
const formatThreads = 2;

const version = (): string => {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const parsed: { version?: unknown } = JSON.parse(text);
  return String(parsed.version);
};

const openEngines = async (
  settings: Settings,
  foundation: Foundation,
  registry: Registry,
  logger: Logger,
): Promise<Engines> => {
  const { eventStore, keyVault, subjectKeys, pool } = foundation;
  const blobs = await openBlobStore(settings, keyVault, logger);
  const inference = measuredEngine(openInferenceEngine(settings, logger), registry);
  const cacheBytes = settings.TRANSLEDGER_CACHE_BYTES;
  return {
    settings,
    eventStore,
    keyVault,
    subjectKeys,
    blobs,
    inference,
    detector: createLanguageDetector(),
    cache: cacheBytes === 0 ? undefined : measuredResponseCache(new MemoryResponseCache(cacheBytes), registry),
    formats: createFormatHost({ threads: formatThreads }),
    progress: createProjectionProgress({ pool }),
    haltedProjections: () => haltedProjections({ pool, projections: allProjections }),
    limitsOf: tierLimits(settings),
    dependencies: dependenciesOf(settings, { foundation, blobs, inference }),
    retention: {
      documents: formatDuration(settings.TRANSLEDGER_DOCUMENT_TTL),
      reports: formatDuration(settings.TRANSLEDGER_REPORT_TTL),
    },
    dataResidency: {
      region: settings.TRANSLEDGER_DATA_REGION,
      locations: settings.TRANSLEDGER_DATA_LOCATIONS,
      encryption: 'AES-256-GCM',
    },
  };
};

/** What every request is told while the API cannot open what it stands on. */
const refusal = () => envelopeOf(newId('req'), new Rejection('service_unavailable'));

/** Opens everything the API stands on and listens. */
export const startApi = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const room = { host: settings.HOST, port: settings.PORT, refusal };
  await whileWaiting(room, prepareEngines(settings, logger, migrateReadModels));
  const registry = createRegistry('api');
  const foundation = await openFoundation(settings, { role: 'api', poolSize, logger, registry });
  const engines = await openEngines(settings, foundation, registry, logger);
  measureRole(registry, { settings, foundation, dependencies: engines.dependencies });
  const readModels = await openReadModels({
    connectionString: foundation.databaseUrl,
    poolSize: readPoolSize,
    onIdleError: (error) => logger.warn({ err: error }, 'a read-model connection broke'),
  });
  const { eventStore, subjectKeys } = foundation;
  const writer = new DayStreamWriter({ eventStore, processId: randomUUID() });
  const recorder = new ActRecorder(writer, subjectKeys);
  const apiKeys = new ApiKeyQueries(readModels);
  const directory = new AccessDirectory({
    eventStore,
    logger,
    find: findKeyAccess(apiKeys, subjectKeys, new OwnWrites(engines)),
  });
  const glossaries = new GlossaryQueries(readModels);
  offerMetrics(registry);

  const usedCharacters = new UsedCharacters({
    eventStore,
    progress: engines.progress,
    queries: new CharactersQueries(readModels),
  });
  const usedBefore = (key: string): Promise<number> => {
    const { organizationId, day } = readQuotaKey(key);
    return usedCharacters.ofDay(organizationId, day);
  };
  const limits = openLimits(settings, { logger, onDegraded: measureDegradation(registry), usedBefore });
  const { limitsOf } = engines;
  const concurrency = new ConcurrencyLimits({ limitsOf, slots: limits.slots });
  const idempotency = createPostgresIdempotencyStore({
    pool: foundation.pool,
    keyVault: foundation.keyVault,
    onFault: (error) => logger.warn({ err: error }, 'idempotency keys could not be renewed or swept'),
  });
  const adapter = new EdgeAdapter({
    directory,
    limiter: limits.rateLimiter,
    concurrency,
    idempotency,
    limitsOf,
    recorder,
    onError: measureErrors(registry),
    trustedProxies: settings.TRANSLEDGER_TRUSTED_PROXIES,
    logger,
  });
  const quota = new CharacterQuota({ quotas: limits.quotas, limitsOf, usedBefore });
  const glossaryLibrary = new GlossaryLibrary({ eventStore, blobs: engines.blobs, queries: glossaries });
  const stream = await openStream({
    databaseUrl: foundation.databaseUrl,
    recorder,
    registry,
    directory,
    limiter: limits.rateLimiter,
    limitsOf,
    quota,
    concurrency,
    engines,
    glossaries: glossaryLibrary,
    logger,
  });
  measureRequests(adapter.getInstance(), registry);
  const ownMetricsPort = settings.TRANSLEDGER_METRICS_PORT;
  const providers = [
    { provide: Engines, useValue: engines },
    { provide: ActRecorder, useValue: recorder },
    { provide: AccessDirectory, useValue: directory },
    { provide: CharacterQuota, useValue: quota },
    { provide: CHARACTER_QUOTA, useValue: quota },
    { provide: ConcurrencyLimits, useValue: concurrency },
    { provide: UsedCharacters, useValue: usedCharacters },
    { provide: UsageQueries, useValue: new UsageQueries(readModels) },
    { provide: ApiKeyQueries, useValue: apiKeys },
    { provide: OrganizationQueries, useValue: new OrganizationQueries(readModels) },
    { provide: AuditLogQueries, useValue: new AuditLogQueries(readModels, subjectKeys) },
    { provide: DocumentQueries, useValue: new DocumentQueries(readModels, subjectKeys) },
    { provide: GlossaryQueries, useValue: glossaries },
    { provide: GlossaryLibrary, useValue: glossaryLibrary },
    { provide: StreamHub, useValue: stream.hub },
    { provide: tokens.METRICS_REGISTRY, useValue: registry },
    { provide: tokens.SETTINGS, useValue: settings },
    { provide: TIER_LIMITS, useValue: engines.limitsOf },
    { provide: tokens.LOGGER, useValue: logger },
    { provide: tokens.DATABASE_POOL, useValue: foundation.pool },
    { provide: tokens.READ_MODELS, useValue: readModels },
    { provide: tokens.EVENT_STORE, useValue: eventStore },
    { provide: tokens.KEY_VAULT, useValue: foundation.keyVault },
    { provide: tokens.SUBJECT_KEYS, useValue: subjectKeys },
    { provide: tokens.BLOB_STORE, useValue: engines.blobs },
    { provide: tokens.INFERENCE, useValue: engines.inference },
    { provide: tokens.RESPONSE_CACHE, useValue: engines.cache },
    { provide: tokens.LIMITS, useValue: limits },
    { provide: tokens.IDEMPOTENCY_STORE, useValue: idempotency },
    { provide: tokens.LANGUAGE_DETECTOR, useValue: engines.detector },
    { provide: tokens.FORMAT_HOST, useValue: engines.formats },
    { provide: tokens.PROJECTION_PROGRESS, useValue: engines.progress },
    { provide: tokens.DEPENDENCIES, useValue: engines.dependencies },
  ];
  const module = apiModuleOn(providers, ownMetricsPort === undefined);
  const application = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
  });
  await application.register(multipart);
  acceptGlossaryFiles(adapter.getInstance());
  const origins = settings.TRANSLEDGER_CORS_ORIGINS;
  if (origins.length > 0) await application.register(cors, { origin: origins });
  application.useWebSocketAdapter(new StreamAdapter(application));
  application.useGlobalInterceptors(new EnvelopeInterceptor());
  application.useGlobalFilters(new EveryErrorFilter(adapter.edge));
  const document = openApiDocument(application, publicUrlOf(settings), version());
  // An engine that is away has no languages, and the document is served all the same.
  const pairs = () => engines.inference.pairs().catch(() => []);
  serveDocs(adapter.getInstance(), async () => withLanguageCodes(document, await pairs()));
  serveAsyncApi(adapter.getInstance(), asyncApiDocument(publicUrlOf(settings), version()));
  void directory.follow();
  await application.listen(settings.PORT, settings.HOST);
  const operations =
    ownMetricsPort === undefined
      ? undefined
      : serveOperations({
          host: settings.HOST,
          port: ownMetricsPort,
          registry,
          dependencies: engines.dependencies,
        });
  logger.info('listening');

  return {
    stop: async () => {
      operations?.close();
      await application.close();
      await stream.close();
      directory.stop();
      await writer.close();
      await Promise.all([engines.inference.close(), engines.formats.close(), engines.progress.close()]);
      limits.close();
      idempotency.close();
      await readModels.destroy();
      await foundation.close();
    },
  };
};
