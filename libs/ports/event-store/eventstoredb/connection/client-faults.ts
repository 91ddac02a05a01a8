import {
  AccessDeniedError,
  CancelledError,
  convertToCommandError,
  NotLeaderError,
  UnavailableError,
} from '@eventstore/db-client';
import { EventStoreUnavailableError } from '../../event-store.errors.js';
import { CutShortError } from '../log/stream-items.js';

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

/** The part of a client error that may be logged: no call carries texts or credentials in it. */
export const describeFault = (error: unknown): string => {
  const fault = toClientError(error);
  if (fault instanceof NotLeaderError) return 'the node does not lead';
  if (fault instanceof AccessDeniedError) return 'the credentials are refused, or may not do this';
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
