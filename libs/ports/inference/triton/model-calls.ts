import type { TritonClient } from '@transledger/triton-client';
import type { InferRequest } from '@transledger/triton-client/infer-request';
import type { InferResponse } from '@transledger/triton-client/infer-response';
import { ModelBusyError, ModelUnavailableError } from '../inference.errors.js';
import type { CallFor, InFlight } from './in-flight.js';
import type { TranslationModel } from './translation-model.js';

export interface ModelCalls {
  client: Pick<TritonClient, 'infer' | 'streamInfer'>;
  inFlight: InFlight;
  /** Milliseconds that one call may take, and the wait for the next response of a stream. */
  timeoutMs: number;
}

/**
 * Maximum of texts in one request; those that set out together travel together. Measured with a model that does next to
 * nothing, on 2 cores: 1,400 to 3,200 texts/s and 190 µs of this process each when they travel alone, 24,000 and 15 µs
 * by 16. It is no more, so that several servers and instances share a request, and Triton can fill its batches from
 * several.
 */
export const maxTogether = 16;

/** Calls a unary model once, when its turn has come. */
export const infer = (
  { client, inFlight, timeoutMs }: ModelCalls,
  { name, priorityLevels }: Pick<TranslationModel, 'name' | 'priorityLevels'>,
  request: Pick<InferRequest, 'inputs' | 'outputs'>,
  callFor: CallFor,
): Promise<InferResponse> => {
  const { priority = 'interactive' } = callFor;
  const call: InferRequest = {
    ...request,
    model: name,
    // Triton refuses a level that the queue does not have.
    ...(priorityLevels >= 2 ? { priority: priority === 'interactive' ? 1 : 2 } : {}),
  };
  return inFlight.run(callFor, () => client.infer(call, { deadlineMs: timeoutMs, signal: callFor.signal }));
};

/** Returns the signal's reason, or else the error as one of the model. */
export const callFailure = (model: string, error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof ModelBusyError) return error;
  const why = error instanceof Error ? error.message : 'unknown error';
  return new ModelUnavailableError(`The translation model ${model} cannot be used at the moment: ${why}`, {
    cause: error,
  });
};

/** Awaits a promise for a limited time. @throws Error when it does not settle in time */
export const within = async <T>(timeoutMs: number, promise: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
