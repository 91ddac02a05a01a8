import type { Headers } from '../client-options.js';
import type { Host } from '../hosts/host.js';
import { modelOfKey } from '../hosts/model-key.js';
import type { ProbeCalls } from '../hosts/prober.js';
import { modelReady, type Rpc, serverReady } from '../protocol/rpc.js';
import { TritonError } from '../triton-error.js';
import { unaryAttempt } from './attempt.js';
import { callContext } from './call-context.js';

/** Whether the host has responded with an error, and so can be reached. */
const isAnswer = (error: unknown): boolean =>
  error instanceof TritonError && !['unavailable', 'deadline-exceeded'].includes(error.kind);

/** Creates the calls of a probe, which are neither counted as outstanding nor reported to the observer. */
export const probeCalls = (headers: Headers | undefined): ProbeCalls => {
  const ask = async <Request>(
    host: Host,
    rpc: Rpc<Request, { ready: boolean }>,
    request: Request,
    deadlineMs: number,
  ) => {
    const context = callContext(rpc.path, undefined, { deadlineMs }, { headers });
    try {
      const { ready } = await unaryAttempt(host, rpc, request, context);
      host.noteOutcome(undefined, undefined);
      return ready;
    } catch (error) {
      if (isAnswer(error)) host.noteOutcome(undefined, undefined);
      // Silence counts here, too: a host that does not respond in time whether it is ready is as good as gone.
      else host.noteUnreachable(error instanceof Error ? error.message : 'The probe failed');
      throw error;
    }
  };
  return {
    serverReady: (host, timeoutMs) => ask(host, serverReady, {}, timeoutMs),
    modelReady: (host, key, timeoutMs) => ask(host, modelReady, modelOfKey(key), timeoutMs),
  };
};
