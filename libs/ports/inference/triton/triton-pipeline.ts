import type { InferInput } from '@transledger/triton-client/infer-request';
import { type InferResponse, outputNamed } from '@transledger/triton-client/infer-response';
import { type ApertiumPipeline, UntranslatableTextError } from '../apertium/apertium-pipeline.js';
import { TextGroups } from '../sentences/text-groups.js';
import { type CallFor, InFlight } from './in-flight.js';
import { callFailure, infer, type ModelCalls, within } from './model-calls.js';
import { bytesIn, newDecoder } from './model-tensors.js';
import type { TranslationModel } from './translation-model.js';

/** Output for a text; undefined when no pipeline survives it. */
type Output = string | undefined;

/** A mode on Triton's servers and the options of its calls. */
export interface PipelineCall {
  calls: ModelCalls;
  model: Pick<TranslationModel, 'name' | 'maxBatchSize' | 'priorityLevels'>;
  mode: string;
  /** The request that the calls are made for. */
  callFor: CallFor;
}

const inputsOf = (texts: readonly string[], mode: string, shape: readonly number[]): InferInput[] => [
  { name: 'TEXT', datatype: 'BYTES', shape, data: texts },
  { name: 'MODE', datatype: 'BYTES', shape, data: texts.map(() => mode) },
];

const outputsIn = (response: InferResponse, count: number): Output[] => {
  const outputs = bytesIn(response, 'OUTPUT', count);
  const failed = outputNamed(response, 'FAILED', 'BOOL').data;
  if (failed.length !== count) throw new TypeError(`FAILED has ${failed.length} elements, not ${count}`);
  return outputs.map((bytes, index) => (failed[index] ? undefined : newDecoder().decode(bytes)));
};

const throughGroups = ({ mode }: PipelineCall, groups: TextGroups<Output>): ApertiumPipeline => ({
  run: async (text) => {
    const output = await groups.add(text);
    if (output === undefined) throw new UntranslatableTextError(`The ${mode} pipeline failed twice on a text`);
    return output;
  },
});

/**
 * A mode whose processes run beside Triton. Texts that set out together are one request, as far as the model takes
 * them: of two that arrive together Triton's batcher often leaves the second for half a second (1,000 words, the one
 * call in flight: p50 574 ms in requests of 16, 134 ms in one).
 */
export const tritonPipeline = (call: PipelineCall): ApertiumPipeline => {
  const { calls, model, mode, callFor } = call;
  const groups = new TextGroups<Output>(model.maxBatchSize, async (texts, answered) => {
    const request = { inputs: inputsOf(texts, mode, [texts.length, 1]), outputs: ['OUTPUT', 'FAILED'] };
    try {
      const response = await infer(calls, model, request, callFor);
      outputsIn(response, texts.length).forEach(answered);
    } catch (error) {
      throw callFailure(model.name, error, callFor.signal);
    }
  });
  return throughGroups(call, groups);
};

/** Texts of one request to the streaming model, as the contract limits them. */
const maxInStream = 64;

/** Maximum of requests that one stream has under way: enough that its next texts are done when its reader comes there. */
export const maxRequestsOfAStream = 4;

/** The same as `tritonPipeline`, with each output as soon as it is there; the signal cancels those that are not. */
export const tritonPipelineStream = (call: PipelineCall, streamModel: string): ApertiumPipeline => {
  const { calls, mode, callFor } = call;
  const { signal } = callFor;
  const window = new InFlight({ max: () => maxRequestsOfAStream });
  const stream = async (texts: readonly string[], answered: (output: Output) => void): Promise<void> => {
    const request = { model: streamModel, inputs: inputsOf(texts, mode, [texts.length]) };
    const responses = calls.client.streamInfer(request, { signal });
    try {
      for (;;) {
        const { value: response } = await within(calls.timeoutMs, responses.next());
        if (response === undefined) return;
        outputsIn(response, 1).forEach(answered);
      }
    } finally {
      await responses.return?.();
    }
  };
  const groups = new TextGroups<Output>(maxInStream, async (texts, answered) => {
    try {
      await window.run(callFor, () => calls.inFlight.run(callFor, () => stream(texts, answered)));
    } catch (error) {
      throw callFailure(streamModel, error, signal);
    }
  });
  return throughGroups(call, groups);
};
