import type { ErrorCode } from './types.js';

/** A failure that the service did not answer itself: nothing came, or not what it answers. */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'redirected' | 'unexpected_answer';

interface ErrorFacts {
  code: ErrorCode | ClientErrorCode;
  status?: number | undefined;
  requestId?: string | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
  retryAfter?: number | undefined;
  retryable: boolean;
  cause?: unknown;
}

/**
 * Thrown for every request that did not succeed, but for one that you aborted: that rejects with your signal's reason.
 * @example
 * const error = await client.translate({ text: 'Hello', target: 'xx' }).catch((error) => error);
 * console.log(error.code, error.status, error.retryable); // invalid_language 400 false
 */
export class TransledgerError extends Error {
  override readonly name = 'TransledgerError';
  /** A code of the service (docs/errors.md), or of this client. Decide by it. */
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Id of the request, as in the service's log and audit log. */
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, status = 0, requestId, details, retryAfter, retryable, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
    this.retryable = retryable;
  }
}

/** Codes after which the same request fails again, whatever their status. */
const lasting: readonly string[] = ['quota_exceeded', 'processing_failed'];

const isPassing = (code: string, status: number): boolean =>
  !lasting.includes(code) && (status === 408 || status === 429 || status >= 500);

/** Seconds of a `Retry-After`, which may be a date. */
const secondsOf = (header: string | null): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1_000);
};

interface ErrorAnswer {
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> };
}

const isErrorAnswer = (value: unknown): value is ErrorAnswer => {
  const { error } = (value ?? {}) as Partial<ErrorAnswer>;
  return typeof error === 'object' && error !== null && typeof error.code === 'string';
};

/** The error that an answer stands for: the service's own, or one of something between us and it. */
export const errorOf = ({ status, headers }: Response, body: unknown): TransledgerError => {
  const retryAfter = secondsOf(headers.get('retry-after'));
  const facts = { status, retryAfter, requestId: headers.get('x-request-id') ?? undefined };
  if (!isErrorAnswer(body))
    return new TransledgerError(`The answer (HTTP ${status}) is not one of Transledger.`, {
      ...{ ...facts, code: 'unexpected_answer', retryable: isPassing('', status) },
    });
  const { code, message, details } = body.error;
  // A conflict that says when to come again is of an Idempotency-Key whose first request is still in flight.
  const retryable = isPassing(code, status) || (code === 'conflict' && retryAfter !== undefined);
  return new TransledgerError(String(message), { ...facts, code, details, retryable });
};
