import { callContext } from './calls/call-context.js';
import { Dispatcher } from './calls/dispatcher.js';
import { InferStream } from './calls/infer-stream.js';
import { probeCalls } from './calls/probe.js';
import { withQueueTimeout } from './calls/queue-timeout.js';
import type { HostSnapshot, InferOptions, StreamOptions, TritonClientOptions } from './client-options.js';
import { type ControlCalls, controlCalls } from './control-calls.js';
import { hostAddress } from './hosts/channels.js';
import { Host } from './hosts/host.js';
import { modelKeyOf } from './hosts/model-key.js';
import { Prober } from './hosts/prober.js';
import { RetryBudget } from './hosts/retry-budget.js';
import { type InferRequest, inferRequestMessage } from './infer-request.js';
import { type InferResponse, inferResponseOf } from './infer-response.js';
import { modelInfer } from './protocol/rpc.js';
import { invalidArgument } from './triton-error.js';

/** A client of one or more tritonservers that serve the same models. All calls reject with a TritonError. */
export interface TritonClient extends ControlCalls {
  infer(request: InferRequest, options?: InferOptions): Promise<InferResponse>;
  /**
   * Streams the responses of a decoupled model or of another. The call begins with the first `next()`; `return()`
   * (leaving a `for await`) and the signal cancel it at once. Throws `invalid-argument` itself; every other error comes
   * from `next()`.
   */
  streamInfer(request: InferRequest, options?: StreamOptions): AsyncIterableIterator<InferResponse, undefined>;
  hosts(): HostSnapshot[];
  /** Ends the probing and the connections; active calls fail. */
  close(): void;
}

/**
 * Creates a client. It does not connect yet, and does not fail when no host is up: hosts are probed in the background,
 * and calls reject with `unavailable` until one is found. Throws `invalid-argument` for invalid options.
 */
export const createTritonClient = (options: TritonClientOptions): TritonClient => {
  const { urls, observer = {}, headers, deadlineMs } = options;
  if (urls.length === 0) throw invalidArgument('urls names no host');
  const probers = new Map<Host, Prober>();
  const changed = (host: Host) => {
    probers.get(host)?.reschedule();
    // Where no other host could make them, slow calls are better than none.
    if (host.state === 'ejected' && hosts.some(({ state }) => state === 'up' || state === 'not-ready')) host.abandon();
    try {
      observer.hostChanged?.(host.snapshot());
    } catch {
      // An observer must not break a call.
    }
  };
  const hosts = [...new Set(urls)].map((url) => new Host(hostAddress(url), options, changed));
  const dispatcher = new Dispatcher(hosts, new RetryBudget(options.retry), observer);
  const defaults = { headers, deadlineMs };
  if (options.probe !== false) {
    const calls = probeCalls(headers);
    for (const host of hosts) probers.set(host, new Prober(host, options.probe ?? {}, calls));
  }

  return {
    ...controlCalls(dispatcher, defaults),
    infer: async (request, callOptions = {}) => {
      const context = callContext('ModelInfer', request.model, callOptions, defaults);
      const message = inferRequestMessage(request);
      const { answer, host } = await dispatcher.unary(modelInfer, () => withQueueTimeout(message, context), context, {
        modelKey: modelKeyOf(request.model, request.version),
        isIdempotent: callOptions.isIdempotent ?? request.sequence === undefined,
        hedgeAfterMs: callOptions.hedgeAfterMs ?? options.hedgeAfterMs,
      });
      return inferResponseOf(answer, host.url, true);
    },
    streamInfer: (request, { highWaterMark = 16, ...callOptions } = {}) => {
      const context = callContext('ModelStreamInfer', request.model, callOptions, { headers });
      const message = inferRequestMessage(request);
      message.parameters.triton_enable_empty_final_response = { bool_param: true };
      return new InferStream(
        dispatcher,
        () => withQueueTimeout(message, context),
        context,
        {
          modelKey: modelKeyOf(request.model, request.version),
          isIdempotent: callOptions.isIdempotent ?? request.sequence === undefined,
        },
        highWaterMark,
      );
    },
    hosts: () => hosts.map((host) => host.snapshot()),
    close: () => {
      for (const prober of probers.values()) prober.stop();
      for (const host of hosts) host.close();
    },
  };
};
