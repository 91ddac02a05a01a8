import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { AddressNotAllowedError } from './vetted-connector.js';
import { WebhookUrlError } from './webhook-url.js';

/** Reason of a failed attempt; it never names the receiver. */
export type FailureReason =
  | 'url_not_allowed'
  | 'address_not_allowed'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_closed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'invalid_response'
  | 'redirect'
  | 'error_status';

const byCode: readonly (readonly [RegExp, FailureReason])[] = [
  [/^(ENOTFOUND|EAI_.*|ENODATA)$/, 'host_not_found'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'connection_closed'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timed_out'],
  [/^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_.*)$/, 'invalid_response'],
  [/^(EPROTO$|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH$)|CERT|SIGNATURE/, 'tls_failed'],
];

/** Codes of a request that could never be sent. */
const ownFaults = /^(UND_ERR_INVALID_ARG|ERR_INVALID_.*)$/;

/** Reason of an error; undefined for a fault of our own, not of the receiver or of the connection to it. */
export const failureReasonOf = (error: unknown): FailureReason | undefined => {
  if (error instanceof WebhookUrlError) return error.reason;
  if (error instanceof AddressNotAllowedError) return 'address_not_allowed';
  if (error instanceof Error && error.name === 'HTTPParserError') return 'invalid_response';
  const code = errorCodeOf(error);
  if (code === undefined || ownFaults.test(code)) return undefined;
  return byCode.find(([form]) => form.test(code))?.[1] ?? 'connection_failed';
};

export const failureReasonOfStatus = (statusCode: number): FailureReason | null => {
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'error_status';
};
