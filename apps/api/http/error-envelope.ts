import type { FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorDetails } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { BlobStoreFullError } from '#libs/ports/blob-store/blob-store.errors.js';
import { WrongExpectedRevisionError } from '#libs/ports/event-store/event-store.errors.js';
import { ModelUnavailableError, UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import { isStorageExceeded } from '#libs/ports/stored-bytes/stored-bytes.errors.js';

export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; status: number; details?: ErrorDetails };
  meta: { request_id: string };
}

/** Seconds that a caller is asked to wait when a dependency of the service is down. */
const retryAfterFault = 5;

/** Seconds that a caller is asked to wait when there is no room on the disk, which somebody has to make. */
const retryAfterFull = 60;

/** Seconds after which a file may have been deleted, or its retention ended: nobody can know when. */
const retryAfterStorage = 3_600;

/** Errors that Fastify and Node raise before a handler runs, by their code. */
const transportRejections: Record<string, (bodyLimit: number | undefined) => Rejection> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (limit) =>
    new Rejection('invalid_request', {
      status: 413,
      message: `The request body is larger than the limit${limit === undefined ? '' : ` of ${limit} bytes`}.`,
      details: { limit },
    }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Rejection('invalid_request', { status: 415, message: 'The content type is not supported.' }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Rejection('invalid_request', { message: 'The request body is empty.' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Rejection('invalid_request', { message: 'The request body is not as long as its Content-Length.' }),
  FST_ERR_BAD_URL: () => new Rejection('invalid_request', { message: 'The URL is not valid.' }),
  FST_ERR_MAX_PARAM_LENGTH: () => new Rejection('not_found'),
};

const isClientFault = (error: unknown): error is { statusCode: number } =>
  typeof error === 'object' &&
  error !== null &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500;

/**
 * The rejection that a caller gets for an error; anything unforeseen is `internal_error` and reveals nothing of
 * itself. `bodyLimit` is that of the route, in bytes.
 */
export const toRejection = (error: unknown, bodyLimit?: number): Rejection => {
  if (error instanceof Rejection) return error;
  if (error instanceof UnsupportedPairError) {
    return new Rejection('invalid_language', {
      message: `Translation from ${error.source} to ${error.target} is not supported.`,
      details: { target: [`No translation from ${error.source}`] },
    });
  }
  // Its message names servers of ours; `/health/ready` on the metrics port shows it.
  if (error instanceof ModelUnavailableError)
    return new Rejection('model_unavailable', { retryAfter: retryAfterFault });
  if (isStorageExceeded(error)) {
    const { asked, used, limit } = error;
    return new Rejection('quota_exceeded', {
      message: 'The storage of the organization is used up. Delete files, or wait until they expire.',
      details: { limit_of: 'storage', limit, used, requested: asked, remaining: Math.max(0, limit - used) },
      retryAfter: retryAfterStorage,
    });
  }
  if (error instanceof BlobStoreFullError) {
    const message = 'The service has no room for files at the moment. Try again later.';
    return new Rejection('service_unavailable', { message, details: { limit_of: 'disk' }, retryAfter: retryAfterFull });
  }
  if (error instanceof LogIncompleteError) {
    const message =
      'Entries of the audit log that were signed are not there now. If it stays so, tell whoever runs the service.';
    return new Rejection('service_unavailable', { message, retryAfter: retryAfterFault });
  }
  if (error instanceof WrongExpectedRevisionError) return new Rejection('conflict');
  const transport = transportRejections[errorCodeOf(error) ?? ''];
  if (transport !== undefined) return transport(bodyLimit);
  // Checked before the faults of dependencies: a caller that disconnects half way is an ECONNRESET too.
  if (isClientFault(error)) return new Rejection('invalid_request');
  if (isOutage(error)) return new Rejection('service_unavailable', { retryAfter: retryAfterFault });
  return new Rejection('internal_error');
};

/**
 * Level of the log at which an answer of 500 or more is told. What the service decided to answer, such as the download of a document
 * whose translation failed, a caller can ask for again and again: that is no fault, and was told when it came about. What is away,
 * full or busy is told by itself, once, and warned of with each request that it fails. An error is what nobody foresaw.
 */
export const levelOfFault = (error: unknown): 'error' | 'warn' | 'info' => {
  if (error instanceof Rejection) return 'info';
  return toRejection(error).code === 'internal_error' ? 'error' : 'warn';
};

/** The body of an error response, also for input that never became a request. */
export const envelopeOf = (requestId: string, rejection: Rejection): ErrorEnvelope => ({
  error: {
    code: rejection.code,
    message: rejection.message,
    status: rejection.status,
    ...(rejection.details === undefined ? {} : { details: rejection.details }),
  },
  meta: { request_id: requestId },
});

export const errorEnvelope = (request: FastifyRequest, rejection: Rejection): ErrorEnvelope =>
  envelopeOf(request.id, rejection);
