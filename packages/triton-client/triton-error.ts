import { status } from '@grpc/grpc-js';

export type TritonErrorKind =
  /** No host could be reached, or the connection was lost before a response. */
  | 'unavailable'
  /** The deadline passed, here or in the server's queue. */
  | 'deadline-exceeded'
  | 'cancelled'
  | 'invalid-argument'
  | 'model-not-found'
  | 'model-not-ready'
  /** The model's queue has reached `max_queue_size`. */
  | 'queue-full'
  | 'message-too-large'
  /** The call is not authenticated, or not allowed. */
  | 'permission-denied'
  /** The server does not offer this, or not in this mode (model control, unary inference of a decoupled model). */
  | 'unimplemented'
  /** The server or the model failed. */
  | 'server-error'
  /** The response breaks the protocol. */
  | 'malformed-response';

export interface TritonErrorContext {
  /** URL of the host that responded. */
  host?: string | undefined;
  model?: string | undefined;
  /** Message of the server, word for word. */
  serverMessage?: string | undefined;
  cause?: unknown;
}

/** Outside the errors themselves, where `inspect` would show them to loggers. */
const serverMessages = new WeakMap<TritonError, string>();

/**
 * The error of every rejection of this client. `kind` says what went wrong; `status` is the gRPC status code, undefined
 * when there was none. The server's words stand in `message` only where Triton or the transport words them; a model's
 * own words may quote its inputs, so they are only in `serverMessage`, which loggers do not see.
 */
export class TritonError extends Error {
  override readonly name = 'TritonError';
  readonly host: string | undefined;
  readonly model: string | undefined;

  constructor(
    readonly kind: TritonErrorKind,
    message: string,
    /** gRPC status code. */
    readonly status?: number,
    { host, model, serverMessage, cause }: TritonErrorContext = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.host = host;
    this.model = model;
    if (serverMessage !== undefined) serverMessages.set(this, serverMessage);
  }

  get serverMessage(): string | undefined {
    return serverMessages.get(this);
  }
}

/** Matches how Triton's core words a request that does not fit the model; inside a stream there are only the words. */
const argumentText =
  /^(?:\[request id: [^\]]*\] )?(?:unexpected (?:inference (?:in|out)put|shape for input) '|expected (?:\d+|number of) inputs |inference input '|inference request (?:batch-size|for sequence|to model)|failed to get model version from)/;

/**
 * Kinds by the words of Triton, which gives several conditions the same status (taken from 2.51, checked by the tests).
 */
const byText: readonly (readonly [RegExp, TritonErrorKind])[] = [
  [/exceeds maximum queue size/i, 'queue-full'],
  [/request timeout expired/i, 'deadline-exceeded'],
  [
    /request for unknown model: .* (?:has no available versions|is not ready)|model '.*' is not ready/i,
    'model-not-ready',
  ],
  [
    /request for unknown model|requested model '.*' is not available|failed to load '.*', failed to poll from model repository/i,
    'model-not-found',
  ],
  [/(?:sent|received) message larger than|message with a size larger than/i, 'message-too-large'],
  [/explicit model load \/ unload is not allowed/i, 'unimplemented'],
  [/bandwidth exhausted/i, 'unavailable'],
  [/^load failed for model/i, 'server-error'],
  [argumentText, 'invalid-argument'],
];

const byStatus: Readonly<Partial<Record<number, TritonErrorKind>>> = {
  [status.CANCELLED]: 'cancelled',
  [status.INVALID_ARGUMENT]: 'invalid-argument',
  [status.OUT_OF_RANGE]: 'invalid-argument',
  [status.FAILED_PRECONDITION]: 'invalid-argument',
  [status.ALREADY_EXISTS]: 'invalid-argument',
  [status.DEADLINE_EXCEEDED]: 'deadline-exceeded',
  [status.NOT_FOUND]: 'model-not-found',
  [status.PERMISSION_DENIED]: 'permission-denied',
  [status.UNAUTHENTICATED]: 'permission-denied',
  [status.RESOURCE_EXHAUSTED]: 'queue-full',
  [status.UNIMPLEMENTED]: 'unimplemented',
  [status.UNAVAILABLE]: 'unavailable',
};

const kindOf = (text: string, code: number | undefined): TritonErrorKind =>
  byText.find(([pattern]) => pattern.test(text))?.[1] ?? byStatus[code ?? status.UNKNOWN] ?? 'server-error';

/** Kinds whose words come from Triton or the transport, never from a model. */
const quotable = new Set<TritonErrorKind>([
  'unavailable',
  'deadline-exceeded',
  'model-not-found',
  'model-not-ready',
  'queue-full',
  'message-too-large',
  'permission-denied',
  'unimplemented',
]);

/** Makes an error from a gRPC status, or (`code` undefined) from an `error_message` inside a stream. */
export const errorOfStatus = (text: string, code: number | undefined, context: TritonErrorContext): TritonError => {
  const kind = kindOf(text, code);
  const where = [context.model && `model ${context.model}`, context.host].filter(Boolean).join(' on ');
  const said = quotable.has(kind) && text !== '' ? `: ${text}` : '';
  const name = code === undefined ? 'error in the stream' : (status[code] ?? `status ${code}`);
  return new TritonError(kind, `${kind} (${name})${where === '' ? '' : ` from ${where}`}${said}`, code, {
    ...context,
    serverMessage: text,
  });
};

export const invalidArgument = (message: string): TritonError => new TritonError('invalid-argument', message);

export const malformedResponse = (message: string, context: TritonErrorContext = {}): TritonError =>
  new TritonError('malformed-response', message, undefined, context);
