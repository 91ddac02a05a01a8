import type { ErrorCode, ErrorDetails } from '#libs/domain/errors/error-catalogue.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { UnknownFieldWarning } from '../http/unknown-fields.js';

/** The caller's id of a translation; absent when it gave none. */
interface Named {
  id?: string;
}

/** Fields of a frame that were ignored; absent when there are none. */
interface Warned {
  warnings?: readonly UnknownFieldWarning[];
}

export interface AuthenticatedFrame extends Warned {
  type: 'authenticated';
  organization_id: string;
  connection_id: string;
}

export interface TokenFrame extends Named {
  type: 'token';
  token: string;
  /** Index of the token, from 0. */
  index: number;
}

export interface CompleteFrame extends Named, Warned {
  type: 'complete';
  source_language: string;
  target_language: string;
  word_count: number;
  character_count: number;
  /** 0 to 1. */
  confidence: number;
  model: string;
  model_sha256: readonly string[];
  cached: boolean;
  request_id: string;
  /** Languages of the route when the engine had to pivot. */
  route?: readonly string[];
  glossary?: object;
  /** The whole translation; only when it was requested with `stream: false`. */
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
  | AuthenticatedFrame
  | { type: 'cancelled'; id: string }
  | { type: 'ping' }
  | { type: 'pong' }
  | TokenFrame
  | CompleteFrame
  | ErrorFrame;

/** Leaves an undefined id out of a frame. */
export const named = (id: string | undefined): Named => (id === undefined ? {} : { id });

/** Leaves undefined warnings out of a frame. */
export const warned = (warnings: Warned['warnings']): Warned => (warnings === undefined ? {} : { warnings });

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
export const closeCodes = { unsupportedData: 1003, goingDown: 1012, unauthorized: 4401, tooMany: 4429 };
