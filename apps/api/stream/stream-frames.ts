import type { ErrorCode, ErrorDetails } from '#libs/domain/errors/error-catalogue.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';

/** The caller's name for a translation; absent where it gave none. */
interface Named {
  id?: string;
}

export interface TokenFrame extends Named {
  type: 'token';
  token: string;
  /** From 0. */
  index: number;
}

export interface CompleteFrame extends Named {
  type: 'complete';
  source_language: string;
  target_language: string;
  word_count: number;
  character_count: number;
  model: string;
  cached: boolean;
  request_id: string;
  /** Languages passed through where the engine had to pivot. */
  route?: readonly string[];
  glossary?: object;
  /** Only of a translation that was asked for with `stream: false`. */
  translation?: string;
}

export interface ErrorFrame extends Named {
  type: 'error';
  code: ErrorCode;
  message: string;
  status: number;
  details?: ErrorDetails;
  request_id: string;
}

export type ServerFrame =
  | { type: 'authenticated'; organization_id: string; connection_id: string }
  | { type: 'cancelled'; id: string }
  | { type: 'pong' }
  | TokenFrame
  | CompleteFrame
  | ErrorFrame;

/** Undefined is left out. */
export const named = (id: string | undefined): Named => (id === undefined ? {} : { id });

export const errorFrame = (rejection: Rejection, requestId: string, id?: string): ErrorFrame => ({
  type: 'error',
  code: rejection.code,
  message: rejection.message,
  status: rejection.status,
  ...(rejection.details === undefined ? {} : { details: rejection.details }),
  ...named(id),
  request_id: requestId,
});

/** Close codes that the service uses beside those of the protocol itself (1007, 1009). */
export const closeCodes = { unsupportedData: 1003, goingDown: 1012, unauthorized: 4401, tooManyConnections: 4429 };
