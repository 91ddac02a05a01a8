import type { InferResponse } from '@transledger/triton-client/infer-response';
import { Backlog } from '#libs/platform/async/backlog.js';
import { type ModelCalls, within } from './model-calls.js';
import { bytesIn, confidencesIn, newDecoder, type TextOptions, textInputs } from './model-tensors.js';
import type { TranslationModel } from './translation-model.js';

/** Maximum of responses to one sentence: more than any model makes of one, and few enough to keep. */
const maxResponses = 65_536;

/**
 * Streams the tokens of a decoupled model; returns the confidence. A reader that leaves cancels the call; one that reads
 * slowly does not hold the server: the responses to one sentence are taken as fast as they come.
 */
export async function* streamTokens(
  { client, inFlight, timeoutMs }: ModelCalls,
  streamModel: string,
  text: string,
  { model, options, signal }: { model: TranslationModel; options: TextOptions; signal: AbortSignal },
): AsyncGenerator<string, number, undefined> {
  const responses = client.streamInfer(
    { model: streamModel, inputs: textInputs([text], [1], model, options) },
    { signal },
  );
  const leave = await inFlight.enter({ ...options, signal });
  const decoder = newDecoder();
  let confidence: number | undefined;
  try {
    for await (const response of new Backlog(untilEnd(responses, timeoutMs, leave))) {
      if (response.outputs.some(({ name }) => name === 'CONFIDENCE')) {
        confidence = confidencesIn(response, 1)[0];
      }
      const [token] = bytesIn(response, 'TOKEN', 1);
      yield decoder.decode(token, { stream: true });
    }
    if (confidence === undefined) throw new TypeError('the stream ended without CONFIDENCE');
    yield decoder.decode();
    return confidence;
  } finally {
    await responses.return?.();
  }
}

async function* untilEnd(
  responses: AsyncIterableIterator<InferResponse, undefined>,
  timeoutMs: number,
  ended: () => void,
): AsyncGenerator<InferResponse, void, undefined> {
  try {
    for (let count = 0; count <= maxResponses; count += 1) {
      const { value: response } = await within(timeoutMs, responses.next());
      if (response === undefined) return;
      yield response;
    }
    throw new TypeError('the stream does not end');
  } finally {
    ended();
    await responses.return?.();
  }
}
