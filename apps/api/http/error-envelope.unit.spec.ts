import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue, isErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobStoreFullError } from '#libs/ports/blob-store/blob-store.errors.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  WrongExpectedRevisionError,
} from '#libs/ports/event-store/event-store.errors.js';
import { ModelBusyError, ModelUnavailableError, UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import { StorageExceededError } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import { levelOfFault, toRejection } from './error-envelope.js';

const secret = 'select secret from insides';
const coded = (code: string, more: object = {}) => Object.assign(new Error(secret), { code, ...more });

const answers: [string, unknown, ErrorCode, number][] = [
  ['a rejection', new Rejection('document_expired'), 'document_expired', 410],
  ['a pair that the engine lacks', new UnsupportedPairError('en', 'xx'), 'invalid_language', 400],
  ['an engine that is down', new ModelUnavailableError(secret), 'model_unavailable', 503],
  ['a store that is down', new EventStoreUnavailableError(secret), 'service_unavailable', 503],
  ['an append of unknown outcome', new AppendOutcomeUnknownError(secret), 'service_unavailable', 503],
  ['a conflict that would not end', new WrongExpectedRevisionError('s', 1, 2), 'conflict', 409],
  ['an audit log without entries that were signed', new LogIncompleteError(), 'service_unavailable', 503],
  ['a full disk', new BlobStoreFullError(), 'service_unavailable', 503],
  ['a storage that is used up', new StorageExceededError(5, 8, 10), 'quota_exceeded', 429],
  ['a database connection that broke', coded('08006'), 'service_unavailable', 503],
  ['a database out of connections', coded('53300'), 'service_unavailable', 503],
  ['a database out of disk', coded('53100'), 'service_unavailable', 503],
  ['a query that took too long', coded('57014'), 'service_unavailable', 503],
  ['a database that shuts down', coded('57P01'), 'service_unavailable', 503],
  ['a database that refuses connections', coded('ECONNREFUSED'), 'service_unavailable', 503],
  ['a database that resets the connection', coded('ECONNRESET'), 'service_unavailable', 503],
  ['a database that does not answer', coded('ETIMEDOUT'), 'service_unavailable', 503],
  ['a database host without a name', coded('ENOTFOUND'), 'service_unavailable', 503],
  ['a broken pipe', coded('EPIPE'), 'service_unavailable', 503],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'service_unavailable', 503],
  [
    'a pool without a free connection',
    new Error('timeout exceeded when trying to connect'),
    'service_unavailable',
    503,
  ],
  ['a body over the limit', coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'invalid_request', 413],
  ['a media type', coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', { statusCode: 415 }), 'invalid_request', 415],
  ['an empty body', coded('FST_ERR_CTP_EMPTY_JSON_BODY', { statusCode: 400 }), 'invalid_request', 400],
  ['a wrong length', coded('FST_ERR_CTP_INVALID_CONTENT_LENGTH', { statusCode: 400 }), 'invalid_request', 400],
  ['a URL that cannot be read', coded('FST_ERR_BAD_URL', { statusCode: 400 }), 'invalid_request', 400],
  ['an id too long to be one', coded('FST_ERR_MAX_PARAM_LENGTH', { statusCode: 414 }), 'not_found', 404],
  ['a caller that went away', coded('ECONNRESET', { statusCode: 400 }), 'invalid_request', 400],
  ['another fault of the caller', coded('FST_ERR_OTHER', { statusCode: 418 }), 'invalid_request', 400],
  ['a constraint of the database', coded('23505'), 'internal_error', 500],
  ['broken SQL', coded('42601'), 'internal_error', 500],
  ['an error with a status of the server', coded('X', { statusCode: 502 }), 'internal_error', 500],
  ['an unforeseen error', new TypeError(secret), 'internal_error', 500],
  ['a string that was thrown', secret, 'internal_error', 500],
  ['nothing that was thrown', undefined, 'internal_error', 500],
  ['null that was thrown', null, 'internal_error', 500],
];

describe('the rejection of an error', () => {
  it.each(answers)('the rejection of %s has its code and status', (_what, error, code, status) =>
    expect(toRejection(error)).toMatchObject({ code, status }),
  );

  it('bytes that do not fit are told what was asked and what is left, and a full disk is told apart from them', () => {
    expect(toRejection(new StorageExceededError(5, 8, 10))).toMatchObject({
      details: { limit_of: 'storage', limit: 10, used: 8, requested: 5, remaining: 2 },
      retryAfter: 3_600,
    });
    expect(toRejection(new BlobStoreFullError())).toMatchObject({ details: { limit_of: 'disk' }, retryAfter: 60 });
  });

  it.each(answers)('the rejection of %s has a status that the catalogue allows', (_what, error) => {
    const { code, status } = toRejection(error);
    const allowed: readonly number[] = errorCatalogue[code].statuses;
    expect(allowed).toContain(status);
  });

  it.each(answers)('the rejection of %s reveals nothing of our insides', (_what, error) => {
    const { message, details } = toRejection(error);
    expect(JSON.stringify({ message, details })).not.toContain('secret');
  });
});

it('the fault of a dependency asks the caller to wait', () => {
  expect(toRejection(new EventStoreUnavailableError()).retryAfter).toBeGreaterThan(0);
  expect(toRejection(new ModelUnavailableError('No model.')).retryAfter).toBeGreaterThan(0);
  expect(toRejection(coded('57P03')).retryAfter).toBeGreaterThan(0);
});

it('the fault of a request asks nobody to wait', () =>
  expect(toRejection(new Rejection('invalid_request')).retryAfter).toBeUndefined());

it('an internal error has the sentence of the catalogue and nothing else', () =>
  expect(toRejection(new TypeError(secret))).toMatchObject({
    message: errorCatalogue.internal_error.message,
    details: undefined,
  }));

it.each(Object.keys(errorCatalogue).filter(isErrorCode))('a rejection %s passes as it is', (code) => {
  const rejection = new Rejection(code, { message: 'A message.', details: { a: 1 }, retryAfter: 7 });
  expect(toRejection(rejection)).toBe(rejection);
  expect(rejection.status).toBe(errorCatalogue[code].statuses[0]);
});

it.each([
  ['what the service decided to answer', new Rejection('processing_failed'), 'info'],
  ['models with more work than they get done', new ModelBusyError('busy'), 'warn'],
  ['a store that is down', new EventStoreUnavailableError(secret), 'warn'],
  ['a database that refuses connections', coded('ECONNREFUSED'), 'warn'],
  ['a full disk', new BlobStoreFullError(), 'warn'],
  ['broken SQL', coded('42601'), 'error'],
  ['an unforeseen error', new TypeError(secret), 'error'],
])('of %s the log is told with its level', (_what, error, level) => expect(levelOfFault(error)).toBe(level));
