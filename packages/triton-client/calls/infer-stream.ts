import type { Host } from '../hosts/host.js';
import { type InferResponse, inferResponseOf } from '../infer-response.js';
import type { ModelInferRequestMessage, ModelStreamInferResponseMessage } from '../protocol/infer-messages.js';
import { modelStreamInfer } from '../protocol/rpc.js';
import { errorOfStatus, TritonError } from '../triton-error.js';
import { accountFor, errorOf, grpcOptions } from './attempt.js';
import { abortedError, type CallContext } from './call-context.js';
import type { Dispatch, Dispatcher } from './dispatcher.js';
import { ResponseQueue } from './response-queue.js';

const open = (host: Host, context: CallContext) => {
  const { path, serialize, deserialize } = modelStreamInfer;
  return host
    .channel(context.compression)
    .makeBidiStreamRequest(path, serialize, deserialize, context.metadata, grpcOptions(context));
};

type GrpcStream = ReturnType<typeof open>;

const asTritonError = (error: unknown): TritonError =>
  error instanceof TritonError
    ? error
    : new TritonError('malformed-response', 'The answer cannot be read', undefined, { cause: error });

/**
 * The responses to one request, each as it comes. The call begins with the first `next()`; leaving the loop, `return()`
 * and the signal cancel it at once. Before the first response another host may take the place of one that was lost.
 */
export class InferStream implements AsyncIterableIterator<InferResponse, undefined> {
  private readonly queue: ResponseQueue<InferResponse>;
  private readonly tried = new Set<Host>();
  private call: GrpcStream | undefined;
  private finish: ((error?: TritonError) => void) | undefined;
  private hasBegun = false;
  private hasAnswered = false;
  private isOver = false;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly request: () => ModelInferRequestMessage,
    private readonly context: CallContext,
    private readonly dispatch: Dispatch,
    highWaterMark: number,
  ) {
    this.queue = new ResponseQueue(highWaterMark, {
      pause: () => this.call?.pause(),
      resume: () => this.call?.resume(),
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<InferResponse, undefined>> {
    if (!this.hasBegun) this.begin();
    return this.queue.next();
  }

  async return(): Promise<IteratorResult<InferResponse, undefined>> {
    this.queue.clear();
    this.queue.end();
    this.cancel(new TritonError('cancelled', 'The consumer left the stream'));
    return { value: undefined, done: true };
  }

  private begin(): void {
    this.hasBegun = true;
    const { signal } = this.context;
    if (signal?.aborted) {
      this.end(abortedError(signal));
      return;
    }
    signal?.addEventListener('abort', this.abort, { once: true });
    try {
      this.dispatcher.earn();
      this.openOn(this.dispatcher.pick(this.context, this.dispatch, this.tried));
    } catch (error) {
      this.end(asTritonError(error));
    }
  }

  private openOn(host: Host): void {
    this.tried.add(host);
    const request = this.request();
    const finish = accountFor(host, this.context, this.dispatch.modelKey, this.dispatcher.observer);
    const call = open(host, this.context);
    this.call = call;
    const forget = host.whenAbandoned((error) => {
      call.cancel();
      if (call === this.call) this.ended(error);
    });
    this.finish = (error) => {
      forget();
      finish(error);
    };
    let failure: TritonError | undefined;
    call.on('data', (message: ModelStreamInferResponseMessage) => {
      if (call === this.call) this.receive(message, host);
    });
    // grpc-js reports the status before it gives out the messages that came before it: the end comes after them.
    call.on('error', (error) => {
      failure = errorOf(error, host, this.context.model);
    });
    call.on('end', () => {
      if (call === this.call) this.ended(failure);
    });
    call.write(request);
    call.end();
  }

  private receive(message: ModelStreamInferResponseMessage, host: Host): void {
    if (this.isOver) return;
    const { error_message: text, infer_response: answer } = message;
    // The header `triton_grpc_error` would bring a status with it, but an error under it ends the server process (2.51).
    if (text !== '') {
      this.call?.cancel();
      this.ended(errorOfStatus(text, undefined, { host: host.url, model: this.context.model }));
      return;
    }
    if (answer === null) return;
    this.hasAnswered = true;
    try {
      const response = inferResponseOf(answer, host.url, false);
      // The empty final response only says that there are no more.
      if (!response.isFinal || response.outputs.length > 0) this.queue.push(response);
      if (response.isFinal) this.end();
    } catch (error) {
      this.cancel(asTritonError(error));
    }
  }

  private ended(failure: TritonError | undefined): void {
    if (this.isOver) return;
    const other =
      this.hasAnswered || failure === undefined
        ? undefined
        : this.dispatcher.another(failure, this.context, this.dispatch, this.tried);
    if (other === undefined) {
      this.end(failure);
      return;
    }
    this.finish?.(failure);
    this.openOn(other);
  }

  private readonly abort = (): void => {
    const { signal } = this.context;
    this.queue.clear();
    if (signal !== undefined) this.cancel(abortedError(signal));
  };

  private cancel(error: TritonError): void {
    if (this.isOver) return;
    this.call?.cancel();
    this.end(error);
  }

  private end(error?: TritonError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.hasBegun = true;
    this.context.signal?.removeEventListener('abort', this.abort);
    this.finish?.(error);
    // Messages that still come are read and dropped, or the call would never end.
    this.call?.resume();
    this.queue.end(error);
  }
}
