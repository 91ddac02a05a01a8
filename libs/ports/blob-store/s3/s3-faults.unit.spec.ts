import { describe, expect, it } from 'vitest';
import { BlobNotFoundError } from '../blob-store.errors.js';
import { isPassing, toBlobStoreError } from './s3-faults.js';
import { openPlace } from './s3-place.js';

const place = openPlace({ bucket: 'documents', region: 'eu-central-1' });

const fault = (name: string, httpStatusCode?: number, code?: string): Error =>
  Object.assign(new Error('the words of the server'), {
    name,
    ...(httpStatusCode === undefined ? {} : { $metadata: { httpStatusCode } }),
    ...(code === undefined ? {} : { code }),
  });

describe('an error of S3 as one line', () => {
  it.each([
    [fault('PermanentRedirect', 301), 'The bucket documents on S3 is not in eu-central-1.'],
    [fault('AuthorizationHeaderMalformed', 400), 'The bucket documents on S3 is not in eu-central-1.'],
    [fault('RequestTimeTooSkewed', 403), 'The clock of this machine is not that of S3.'],
    [fault('AccessDenied', 403), 'The credentials for S3 do not allow what is done with the bucket documents.'],
    [fault('ExpiredToken', 400), 'S3 refuses the credentials (ExpiredToken).'],
    [fault('CredentialsProviderError'), 'There are no credentials for S3.'],
    [new Error('Region is missing'), 'The region of S3 is not configured.'],
    [
      fault('Error', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      'S3 cannot be spoken to over TLS (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    [fault('Error', undefined, 'ENOTFOUND'), 'S3 cannot be reached (ENOTFOUND).'],
    [fault('InternalError', 500), 'S3 answered 500 InternalError.'],
  ])('an error becomes one line: %s: %s', (error, line) => {
    const { kind, message } = toBlobStoreError(error, place);
    expect([kind, message]).toEqual(['unavailable', line]);
  });

  it('a full store, or an error that is of the port already, keeps its own error', () => {
    expect(toBlobStoreError(fault('XMinioStorageFull', 507), place).kind).toBe('full');
    expect(toBlobStoreError(fault('QuotaExceeded', 403), place).kind).toBe('full');
    expect(toBlobStoreError(new BlobNotFoundError('x'), place).kind).toBe('not-found');
  });
});

it.each([
  [fault('Error', undefined, 'ECONNRESET'), true],
  [fault('TimeoutError'), true],
  [fault('InternalError', 500), true],
  [fault('SlowDown', 503), true],
  [fault('SlowDown', 400), true],
  [fault('TooManyRequests', 429), true],
  [fault('InsufficientStorage', 507), false],
  [fault('NoSuchBucket', 404), false],
  [fault('AccessDenied', 403), false],
  [fault('AbortError'), false],
  [fault('CredentialsProviderError'), false],
  [new Error('Region is missing'), false],
  [new BlobNotFoundError('x'), false],
])('the error «%s» is tried again: %s', (error, isTriedAgain) => expect(isPassing(error)).toBe(isTriedAgain));
