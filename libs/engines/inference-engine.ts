import type { Settings } from '#libs/config/settings.js';
import { createApertiumEngine } from '#libs/inference/apertium/apertium-engine.js';
import { createEchoEngine } from '#libs/inference/echo/echo-engine.js';
import type { InferenceEngine } from '#libs/inference/inference.port.js';

/** The translation engine that the settings choose. */
export const openInferenceEngine = (settings: Settings): InferenceEngine => {
  if (settings.TRANSLEDGER_INFERENCE === 'echo') return createEchoEngine();
  const pairs = settings.TRANSLEDGER_LANGUAGE_PAIRS;
  return createApertiumEngine({
    maxPipelines: settings.TRANSLEDGER_APERTIUM_PIPELINES,
    ...(pairs.length === 0 ? {} : { pairs }),
  });
};
