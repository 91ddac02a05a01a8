import { readFileSync } from 'node:fs';
import { inferenceChoice, type Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { createPivotingEngine } from '#libs/ports/inference/pivot/pivoting-engine.js';

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
  const { createApertiumEngine } = await import('#libs/ports/inference/apertium/apertium-engine.js');
  const pairs = settings.TRANSLEDGER_LANGUAGE_PAIRS;
  return createApertiumEngine({
    maxPipelines: settings.TRANSLEDGER_APERTIUM_PIPELINES,
    ...(pairs.length === 0 ? {} : { pairs }),
  });
};

/** Opens the translation engine that the settings choose. */
export const openInferenceEngine = async (settings: Settings, logger?: Logger): Promise<InferenceEngine> => {
  const engine = await openChosen(settings, logger);
  return settings.TRANSLEDGER_PIVOT ? createPivotingEngine(engine) : engine;
};
