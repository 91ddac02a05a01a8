/**
 * Every error that a caller of the API can receive: its code, the statuses it may carry (the first is
 * the usual one) and the sentence that explains it. The HTTP edge and the stream turn codes into
 * responses; nothing else knows a status.
 */
export const errorCatalogue = {
  missing_api_key: { statuses: [401], message: 'No API key was sent. Send it as "Authorization: Bearer <API_KEY>".' },
  invalid_api_key: { statuses: [401], message: 'The API key is not valid.' },
  revoked_api_key: { statuses: [401], message: 'The API key has been revoked.' },
  expired_api_key: { statuses: [401], message: 'The API key has expired.' },
  invalid_credentials: { statuses: [401], message: 'Sign in with an e-mail address and a password that are known.' },
  organization_suspended: { statuses: [403], message: 'The organization is suspended.' },
  ip_not_allowed: { statuses: [403], message: "The caller's IP address is not on the key's allowlist." },
  insufficient_scope: { statuses: [403], message: 'The API key or the role lacks the scope that this request needs.' },
  invalid_request: { statuses: [400, 405, 408, 413, 415, 431], message: 'The request is not valid.' },
  invalid_language: { statuses: [400], message: 'The language or language pair is not supported.' },
  text_too_long: { statuses: [400], message: 'The text is longer than the limit.' },
  missing_required_field: { statuses: [422], message: 'A required field is missing or empty.' },
  invalid_file_format: { statuses: [422], message: 'The file is not what its name says, is encrypted, or is damaged.' },
  unsupported_format: { statuses: [400], message: 'The file format is not supported.' },
  file_too_large: { statuses: [422], message: 'The file is larger than the limit.' },
  rate_limit_exceeded: { statuses: [429], message: 'Too many requests. Wait for Retry-After and try again.' },
  quota_exceeded: { statuses: [429], message: 'The quota of characters or of storage is used up.' },
  insufficient_quota: { statuses: [402], message: 'The character quota is used up.' },
  concurrent_limit: { statuses: [429], message: 'Too many requests at the same time.' },
  conflict: { statuses: [409, 412], message: 'The request conflicts with the current state.' },
  not_found: { statuses: [404], message: 'The resource does not exist.' },
  document_not_found: { statuses: [404], message: 'The document does not exist.' },
  document_expired: { statuses: [410], message: 'The document has expired.' },
  glossary_not_found: { statuses: [404], message: 'The glossary does not exist.' },
  processing_failed: { statuses: [500], message: 'The translation of the document failed.' },
  internal_error: {
    statuses: [500],
    message: 'An internal error occurred. It has been recorded under this request id.',
  },
  service_unavailable: { statuses: [503], message: 'The service is temporarily unavailable. Try again later.' },
  model_unavailable: { statuses: [503], message: 'The translation model is unavailable. Try again later.' },
} as const satisfies Record<string, { statuses: readonly [number, ...number[]]; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Messages for each field at fault (`texts[3]`, `period.start`), or code-specific facts such as `{ limit, actual }`. */
export type ErrorDetails = Record<string, unknown>;

export const statusOf = (code: ErrorCode): number => errorCatalogue[code].statuses[0];

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);
