import { readFileSync } from 'node:fs';
import { hasModels, installedModels, modelsFolderOf } from '#libs/models/models-folder.js';
import { inferenceChoice, type Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createChoosingEngine } from '#libs/ports/inference/choosing/choosing-engine.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { createPivotingEngine } from '#libs/ports/inference/pivot/pivoting-engine.js';
import { marianModelOf } from './marian-model.js';

const readIfGiven = (file: string | undefined): Buffer | undefined =>
  file === undefined ? undefined : readFileSync(file);

const openTriton = async (settings: Settings, logger: Logger | undefined): Promise<InferenceEngine> => {
  const { createTritonEngine } = await import('#libs/ports/inference/triton/triton-engine.js');
  const ca = readIfGiven(settings.TRANSLEDGER_TRITON_CA_FILE);
  const cert = readIfGiven(settings.TRANSLEDGER_TRITON_CERTIFICATE_FILE);
  const key = readIfGiven(settings.TRANSLEDGER_TRITON_KEY_FILE);
  return createTritonEngine({
    urls: settings.TRITON_URLS,
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    requestsInFlight: settings.TRANSLEDGER_TRITON_REQUESTS_IN_FLIGHT,
    onFault: (error) => logger?.warn({ err: error }, 'a model of Triton cannot be used'),
  });
};

const openApertium = async (settings: Settings): Promise<InferenceEngine> => {
  const { createApertiumEngine } = await import('#libs/ports/inference/apertium/apertium-engine.js');
  const pairs = settings.TRANSLEDGER_LANGUAGE_PAIRS;
  return createApertiumEngine({
    maxPipelines: settings.TRANSLEDGER_APERTIUM_PIPELINES,
    ...(pairs.length === 0 ? {} : { pairs }),
  });
};

const openMarian = async (settings: Settings): Promise<InferenceEngine> => {
  const { createMarianEngine } = await import('#libs/ports/inference/marian/marian-engine.js');
  const { InferenceClient } = await import('#libs/ports/inference/marian/inference-client.js');
  const { inferenceAddresses } = await import('#libs/ports/inference/marian/inference-address.js');
  const models = new InferenceClient(inferenceAddresses(settings));
  if (settings.TRANSLEDGER_INFERENCE_URLS.length > 0) return createMarianEngine({ models });
  const modelsOnDisk = async () => {
    // A folder that cannot be read is the process's to complain of.
    const installed = await installedModels(modelsFolderOf(settings)).catch(() => ({ models: [] }));
    const { version } = await import('@transledger/marian');
    return installed.models.map((manifest) => marianModelOf(manifest, version));
  };
  return createMarianEngine({ models, modelsOnDisk });
};

/** Whether some process may have models: where none is installed here and no other is named, none is waited for. */
const mayHaveModels = async (settings: Settings): Promise<boolean> =>
  settings.TRANSLEDGER_INFERENCE_URLS.length > 0 || hasModels(modelsFolderOf(settings));

/** The engines that are installed here; of two that have a pair the first translates it. */
const openInstalled = async (settings: Settings): Promise<InferenceEngine> =>
  createChoosingEngine([
    { engine: await openMarian(settings), isExpected: () => mayHaveModels(settings) },
    { engine: await openApertium(settings) },
  ]);

const openChosen = async (settings: Settings, logger: Logger | undefined): Promise<InferenceEngine> => {
  const choice = inferenceChoice(settings);
  if (choice === 'echo') {
    logger?.warn('TRANSLEDGER_INFERENCE=echo: texts come back as they are, nothing is translated');
    return (await import('#libs/ports/inference/echo/echo-engine.js')).createEchoEngine();
  }
  if (choice === 'pseudo') {
    logger?.warn('TRANSLEDGER_INFERENCE=pseudo: letters are exchanged for accented ones, nothing is translated');
    return (await import('#libs/ports/inference/pseudo/pseudo-engine.js')).createPseudoEngine();
  }
  if (choice === 'triton') return openTriton(settings, logger);
  if (choice === 'marian') return openMarian(settings);
  return choice === 'apertium' ? openApertium(settings) : openInstalled(settings);
};

/** Opens the translation engine that the settings choose. */
export const openInferenceEngine = async (settings: Settings, logger?: Logger): Promise<InferenceEngine> => {
  const engine = await openChosen(settings, logger);
  return settings.TRANSLEDGER_PIVOT ? createPivotingEngine(engine) : engine;
};
