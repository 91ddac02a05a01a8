import { apertiumTranslator } from '../apertium/apertium-translator.js';
import type { TranslationRequest } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import type { SegmentTranslator } from '../segment-translator.js';
import type { ModelCalls } from './model-calls.js';
import { streamSegment, translateSegment } from './segment-translation.js';
import type { TranslationModel } from './translation-model.js';
import { TritonModel } from './triton-model.js';
import { tritonPipeline, tritonPipelineStream } from './triton-pipeline.js';

const textTranslator = (
  calls: ModelCalls,
  model: TranslationModel,
  request: TranslationRequest,
  signal: AbortSignal,
): SegmentTranslator => {
  const texts = new TritonModel(calls, model, request, signal);
  return {
    translate: (segment) => translateSegment(segment, texts),
    stream: (segment) => streamSegment(segment, texts),
  };
};

/** Adapts a model to one request: by the rules of Apertium where it only runs pipelines, else by those for models. */
export const modelTranslator = (
  calls: ModelCalls,
  model: TranslationModel,
  request: TranslationRequest,
  signal: AbortSignal,
): SegmentTranslator => {
  const mode = model.modes?.get(pairKey(request));
  if (mode === undefined) return textTranslator(calls, model, request, signal);
  const call = { calls, model, mode: mode.name, callFor: { ...request, signal } };
  const { streamModel } = model;
  const streaming = streamModel === undefined ? tritonPipeline(call) : tritonPipelineStream(call, streamModel);
  return {
    translate: apertiumTranslator(request, mode, tritonPipeline(call)).translate,
    stream: apertiumTranslator(request, mode, streaming).stream,
  };
};
