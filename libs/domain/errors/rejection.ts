import { type ErrorCode, type ErrorDetails, errorCatalogue, statusOf } from './error-catalogue.js';

export interface RejectionOptions {
  message?: string;
  details?: ErrorDetails;
  /** One of the statuses that the catalogue allows for the code; the first one when omitted. */
  status?: number;
  /** Seconds after which a repeat may succeed; sent as `Retry-After`. */
  retryAfter?: number;
  /** Whether a line of the log says already what led to it. */
  isLogged?: boolean;
  /** Whether the work goes on, and only has to be asked for again: such an act has not failed yet, and leaves no entry. */
  isUnderWay?: boolean;
}

const sentenceOf = (faults: readonly string[]): string => {
  const sentence = faults.join('; ');
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
};

/** The message of the catalogue, or what is wrong with each field where the details say so. */
const messageOf = (code: ErrorCode, details: ErrorDetails = {}): string => {
  const faults = Object.entries(details).flatMap(([field, what]) =>
    Array.isArray(what) ? [`${field} ${what[0]}`] : [],
  );
  const { message } = errorCatalogue[code];
  return faults.length === 0 || code !== 'invalid_request' ? message : `${message.slice(0, -1)}: ${sentenceOf(faults)}`;
};

/** A request refused with a code of the catalogue; nothing was appended. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly retryAfter: number | undefined;
  readonly isLogged: boolean;
  readonly isUnderWay: boolean;

  constructor(
    readonly code: ErrorCode,
    options: RejectionOptions = {},
  ) {
    super(options.message ?? messageOf(code, options.details));
    this.status = options.status ?? statusOf(code);
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.isLogged = options.isLogged ?? false;
    this.isUnderWay = options.isUnderWay ?? false;
  }
}
