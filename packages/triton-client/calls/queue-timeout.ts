import type { ModelInferRequestMessage } from '../protocol/infer-messages.js';
import type { CallContext } from './call-context.js';

/**
 * Adds the rest of the deadline to a request as Triton's `timeout`, so that the server does not keep requests in its
 * queue whose callers have given up. A timeout of the caller's own stands.
 */
export const withQueueTimeout = (
  message: ModelInferRequestMessage,
  { deadlineAt }: Pick<CallContext, 'deadlineAt'>,
): ModelInferRequestMessage => {
  if (deadlineAt === undefined || message.parameters.timeout !== undefined) return message;
  const micros = Math.max(1, deadlineAt - Date.now()) * 1_000;
  return { ...message, parameters: { ...message.parameters, timeout: { int64_param: String(micros) } } };
};
