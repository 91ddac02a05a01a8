import {
  AccessDeniedError,
  CancelledError,
  convertToCommandError,
  NotLeaderError,
  UnavailableError,
} from '@eventstore/db-client';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { EventStoreUnavailableError } from '../../event-store.errors.js';
import { CutShortError, SilenceError } from '../log/stream-items.js';

/** The client's own error for a gRPC error, or for an error that has one as its cause. */
const toClientError = (error: unknown): unknown => {
  const fault = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(fault instanceof Error)) return fault;
  try {
    return convertToCommandError(fault);
  } catch {
    return fault; // it says that another node leads, but not which
  }
};

/** The status of a call whose user or password the server does not know; one that may not do this has another. */
const unauthenticated = 16;

const isUnauthenticated = (fault: AccessDeniedError): boolean => (fault as { code?: unknown }).code === unauthenticated;

/**
 * A fault that is mended in the background, in our own words: silence, refusal and slowness are told apart in the log
 * of the process.
 */
export class LogFaultError extends PlainError {
  override readonly name = 'LogFaultError';
}

const wordsFor = (error: unknown): string => {
  const fault = toClientError(error instanceof EventStoreUnavailableError ? (error.cause ?? error) : error);
  if (fault instanceof SilenceError || fault instanceof CutShortError) return fault.message;
  if (fault instanceof NotLeaderError || fault instanceof AccessDeniedError) return describeFault(fault);
  if (hasNeverLeft(fault)) return 'no node can be reached that leads';
  if (fault instanceof UnavailableError) return 'the server is away, or not ready';
  if (fault instanceof CancelledError) return 'the call was cancelled';
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  return typeof code === 'number' ? `the server answered with the status ${code}` : 'the connection broke';
};

/** The fault to be logged for an error of the client. */
export const toLogFault = (what: string, error: unknown): LogFaultError =>
  new LogFaultError(`${what}: ${wordsFor(error)}`);

/** The part of a client error that may be logged: no call carries texts or credentials in it. */
export const describeFault = (error: unknown): string => {
  const fault = toClientError(error);
  if (fault instanceof NotLeaderError) return 'the node does not lead';
  if (fault instanceof AccessDeniedError)
    return isUnauthenticated(fault)
      ? 'the credentials are refused: user or password is wrong'
      : 'the credentials are refused: this account, or one without credentials, lacks the right';
  return fault instanceof Error && fault.message !== '' ? fault.message : 'the connection broke';
};

/** A call that failed like this never left the process: no part of it can have been carried out. */
const neverLeft =
  /No connection established|Name resolution failed|Channel closed before call started|Failed to discover/;

export const hasNeverLeft = (error: unknown): boolean => error instanceof Error && neverLeft.test(error.message);

export const isRefusal = (error: unknown): boolean => toClientError(error) instanceof AccessDeniedError;

/** Another try may succeed, perhaps on another node: the client finds it by itself. */
export const isPassing = (error: unknown): boolean => {
  const fault = toClientError(error);
  return (
    fault instanceof UnavailableError ||
    fault instanceof CancelledError ||
    fault instanceof NotLeaderError ||
    fault instanceof CutShortError ||
    hasNeverLeft(error)
  );
};

export const toUnavailable = (error: unknown): EventStoreUnavailableError =>
  error instanceof EventStoreUnavailableError
    ? error
    : new EventStoreUnavailableError(`The event store could not be read: ${describeFault(error)}`, { cause: error });
