import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ModelFileError, Translator, version } from '@transledger/marian';
import { marianModelOf } from '#libs/engines/marian-model.js';
import { hashOf } from '#libs/models/fetch-file.js';
import { modelsFolderOf, readManifest } from '#libs/models/models-folder.js';
import { every } from '#libs/platform/async/every.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { DegradedError } from '#libs/platform/process/dependency-health.js';
import { measureDependencies } from '#libs/platform/process/dependency-metrics.js';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { freeMetricsPort, metricsUrl } from '#libs/platform/process/metrics-port.js';
import { serveOperations } from '#libs/platform/process/operations-server.js';
import { Readiness } from '#libs/platform/process/readiness.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { isUnsupervised } from '#libs/platform/process/unsupervised.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { listenAddress } from '#libs/ports/inference/marian/inference-address.js';
import { noModelReason } from '#libs/ports/inference/marian/marian-models.js';
import { InferenceServer } from './inference-server.js';
import { type FoundModel, InstalledModels } from './installed-models.js';
import { besideBytes, watchMemory } from './memory-limit.js';
import { measureTranslations } from './translation-metrics.js';
import { TranslationWork } from './translation-work.js';
import { maxBatch } from './waiting-sentences.js';

/** Milliseconds between two looks into the folder of models. */
const lookEveryMs = 2_000;
/** Bytes of a thread, and of a model beside its files and threads, as measured with models of all published shapes. */
const threadBytes = 18 * 1024 * 1024;
const tableBytes = 16 * 1024 * 1024;

/** Threads of a model: all but one core's, as far as a quarter of the memory goes. */
export const threadsFor = (memory: number, cores: number = availableParallelism()): number =>
  Math.max(1, Math.min(cores - 1, Math.floor(memory / 4 / threadBytes)));

/** Loads a model that is byte by byte what its hash says. */
const loaderWith = (models: string, threads: number) => async (model: FoundModel) => {
  const { modelId, modelSha256, files } = model.manifest;
  for (const [name, expected] of Object.entries(files))
    if ((await hashOf(join(model.folder, name))) !== expected)
      throw new ModelFileError(name, 'is not the file that was installed');
  const translator = await Translator.load(model.files, { threads, batch: maxBatch, spread: false });
  // The folder may have been exchanged for another while it was read.
  const after = await readManifest(models, modelId).catch(() => undefined);
  if (after?.modelSha256 === modelSha256) return translator;
  await translator.close();
  throw new ModelFileError(modelId, 'was exchanged for another while it was read');
};

/**
 * Starts the inference process: it runs the models of a folder for the other roles, and installs there what its settings name and
 * what is missing.
 */
export const startInference = async (settings: Settings, logger: Logger): Promise<RunningRole> => {
  const memory = settings.TRANSLEDGER_MODELS_MEMORY;
  const folder = modelsFolderOf(settings);
  const threads = threadsFor(memory);
  const registry = createRegistry('inference');
  const metrics = measureTranslations(registry, memory + besideBytes);
  const work = new TranslationWork({
    memory,
    threads,
    bytesOf: ({ manifest }) => manifest.sizeBytes + threads * threadBytes + tableBytes,
    load: loaderWith(folder, threads),
    onTranslated: metrics.translated,
    log: logger,
  });
  metrics.observe(work);
  const installed = new InstalledModels(folder, (model, reason) =>
    logger.warn({ model, reason }, 'a folder of models is left out'),
  );
  const refresh = async () => work.install(await installed.look());
  await refresh();

  const stopping = new AbortController();
  const looking = every(
    lookEveryMs,
    { signal: stopping.signal, onFault: (error) => logger.warn({ err: error }, 'the folder of models cannot be read') },
    refresh,
  );
  const address = listenAddress(settings);
  const server = new InferenceServer({
    address,
    work,
    models: () => work.models.map(({ manifest }) => marianModelOf(manifest, version)),
    logger,
  });
  await server.listen();
  const endWatch = watchMemory({ models: memory, logger });
  const operations = await openOperations(settings, logger, registry, work, stopping.signal);
  const installing = installMissing(settings, logger, stopping.signal);
  logger.info(
    {
      address: 'path' in address ? address.path : `${address.host}:${address.port}`,
      threads,
      models: work.models.length,
    },
    'translating',
  );
  return {
    stop: async () => {
      stopping.abort();
      await server.close();
      await looking;
      await installing;
      await work.close();
      endWatch();
      operations?.close();
    },
  };
};

const installMissing = async (settings: Settings, logger: Logger, signal: AbortSignal): Promise<void> => {
  if (settings.TRANSLEDGER_MODELS.length === 0) return;
  const { installMissingModels } = await import('#libs/models/missing-models.js');
  const say = (line: string) => (line.startsWith('!') ? logger.warn(line) : logger.info(line));
  await installMissingModels(settings, { signal, say });
};

const openOperations = async (
  settings: Settings,
  logger: Logger,
  registry: ReturnType<typeof createRegistry>,
  work: TranslationWork,
  stopping: AbortSignal,
) => {
  const readiness = new Readiness(
    [
      {
        name: 'models',
        code: 'model_unavailable',
        isVital: false,
        check: async () => {
          if (work.models.length === 0) throw new DegradedError(noModelReason);
        },
      },
    ],
    logger,
  );
  measureDependencies(registry, readiness);
  offerMetrics(registry);
  void readiness.watch(stopping);
  if (!isUnsupervised()) return undefined;
  const { TRANSLEDGER_METRICS_HOST: host, TRANSLEDGER_METRICS_PORT: given } = settings;
  const port = given ?? (await freeMetricsPort(host));
  const server = await serveOperations({ host, port, registry, readiness });
  if (given === undefined) logger.info({ metrics: metricsUrl(host, port) }, 'metrics are served');
  return server;
};
