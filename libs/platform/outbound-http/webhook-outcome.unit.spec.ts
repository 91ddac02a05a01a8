import { describe, expect, it } from 'vitest';
import { failureReasonOf, failureReasonOfStatus } from './failure-reason.js';
import { retryAfterSeconds } from './retry-after.js';

const now = new Date('2026-01-02T03:04:05.600Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    [['7', '8'], 7],
    ['-5', undefined],
    ['1.5', undefined],
    ['99999999999', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the Retry-After header %j asks for %s s', (header, seconds) =>
    expect(retryAfterSeconds(header, now)).toBe(seconds),
  );
});

it.each([
  [200, null],
  [204, null],
  [299, null],
  [301, 'redirect'],
  [304, 'redirect'],
  [400, 'error_status'],
  [410, 'error_status'],
  [503, 'error_status'],
])('the status %i has the failure reason %s', (status, reason) => expect(failureReasonOfStatus(status)).toBe(reason));

it.each([
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'host_not_found'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_closed'],
  ['UND_ERR_SOCKET', 'connection_closed'],
  ['ETIMEDOUT', 'timed_out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timed_out'],
  ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
  ['ENETUNREACH', 'connection_failed'],
  ['EHOSTUNREACH', 'connection_failed'],
  ['ENEVERSEEN', 'connection_failed'],
  ['CERT_HAS_EXPIRED', 'tls_failed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls_failed'],
  ['UND_ERR_INVALID_ARG', undefined],
  ['ERR_INVALID_ARG_TYPE', undefined],
])('the error code %s has the failure reason %s', (code, reason) =>
  expect(failureReasonOf(Object.assign(new Error(), { code }))).toBe(reason),
);

it('an error of our own is not counted as a failure of the receiver', () =>
  expect(failureReasonOf(new TypeError('bug'))).toBeUndefined());
