import type { TritonClient } from '@transledger/triton-client';
import { within } from './model-calls.js';
import { bytesIn, confidencesIn, newDecoder, type TextOptions, textInputs } from './model-tensors.js';
import type { TranslationModel } from './translation-model.js';

/** Streams the tokens of a decoupled model; returns the confidence. A reader that leaves cancels the call. */
export async function* streamTokens(
  client: TritonClient,
  streamModel: string,
  text: string,
  {
    model,
    options,
    timeoutMs,
    signal,
  }: { model: TranslationModel; options: TextOptions; timeoutMs: number; signal: AbortSignal },
): AsyncGenerator<string, number, undefined> {
  const responses = client.streamInfer(
    { model: streamModel, inputs: textInputs([text], [1], model, options) },
    { signal },
  );
  const decoder = newDecoder();
  let confidence: number | undefined;
  try {
    for (;;) {
      const { value: response } = await within(timeoutMs, responses.next());
      if (response === undefined) break;
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
