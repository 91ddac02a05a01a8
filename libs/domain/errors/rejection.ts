import { type ErrorCode, type ErrorDetails, errorCatalogue, statusOf } from './error-catalogue.js';

export interface RejectionOptions {
  message?: string;
  details?: ErrorDetails;
  /** One of the statuses that the catalogue allows for the code; the first one when omitted. */
  status?: number;
  /** Seconds after which a repeat may succeed; sent as `Retry-After`. */
  retryAfter?: number;
}

/** A request refused with a code of the catalogue; nothing was appended. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    options: RejectionOptions = {},
  ) {
    super(options.message ?? errorCatalogue[code].message);
    this.status = options.status ?? statusOf(code);
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}
