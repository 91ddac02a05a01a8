import { performance } from 'node:perf_hooks';
import { type CallOptions as GrpcCallOptions, type ServiceError, status } from '@grpc/grpc-js';
import type { TritonObserver } from '../client-options.js';
import type { Host } from '../hosts/host.js';
import type { Rpc } from '../protocol/rpc.js';
import { errorOfStatus, TritonError } from '../triton-error.js';
import { abortedError, type CallContext } from './call-context.js';

export const errorOf = (error: Error & Partial<ServiceError>, host: Host, model: string | undefined): TritonError =>
  errorOfStatus(error.details ?? '', error.code ?? status.UNKNOWN, { host: host.url, model });

export const grpcOptions = ({ deadlineAt }: CallContext): GrpcCallOptions =>
  deadlineAt === undefined ? {} : { deadline: deadlineAt };

/** Calls an observer; an error in it is ignored. */
export const observe = (look: () => void): void => {
  try {
    look();
  } catch {
    // An observer must not break a call.
  }
};

/** Counts a call on a host from here until the returned function is called, once or more often. */
export const accountFor = (
  host: Host,
  { method, model }: CallContext,
  modelKey: string | undefined,
  observer: TritonObserver,
): ((error?: TritonError) => void) => {
  const startedAt = performance.now();
  let isFinished = false;
  host.outstanding += 1;
  observe(() => observer.callStarted?.({ method, host: host.url, model }));
  return (error) => {
    if (isFinished) return;
    isFinished = true;
    host.outstanding -= 1;
    host.noteOutcome(error, modelKey);
    const durationMs = performance.now() - startedAt;
    observe(() => observer.callFinished?.({ method, host: host.url, model, durationMs, outcome: error?.kind ?? 'ok' }));
  };
};

/** Makes one unary call on one host. Rejects with a TritonError; an aborted signal cancels it at once. */
export const unaryAttempt = <Request, Response>(
  host: Host,
  rpc: Rpc<Request, Response>,
  request: Request,
  context: CallContext,
  signal: AbortSignal | undefined = context.signal,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const { path, serialize, deserialize } = rpc;
    const done = (): void => {
      forget();
      signal?.removeEventListener('abort', cancel);
    };
    const call = host
      .channel(context.compression)
      .makeUnaryRequest(
        path,
        serialize,
        deserialize,
        request,
        context.metadata,
        grpcOptions(context),
        (error, answer) => {
          done();
          if (signal?.aborted && error?.code === status.CANCELLED) return reject(abortedError(signal));
          if (error !== null) return reject(errorOf(error, host, context.model));
          if (answer === undefined) return reject(new TritonError('malformed-response', 'The answer is empty'));
          return resolve(answer);
        },
      );
    const cancel = () => call.cancel();
    const forget = host.whenAbandoned((error) => {
      done();
      reject(error);
      cancel();
    });
    signal?.addEventListener('abort', cancel, { once: true });
  });
