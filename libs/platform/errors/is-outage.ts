import { errorCodeOf } from './error-code.js';

/** A fault of an outside system that passes: the same call may succeed later, unchanged. */
export interface RetryableError extends Error {
  readonly retryable: true;
}

const isRetryable = (error: unknown): error is RetryableError =>
  error instanceof Error && 'retryable' in error && error.retryable === true;

/** Class 08: connection, 53: resources, 57P: shutdown, 57014: the server ended a statement at its time limit; then Node's codes for a connection that fails. */
const databaseFaultCode = /^(08|53|57P|57014|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))/;

/** Messages of `pg`'s errors without a code for a server that has gone or does not answer. */
const databaseFaultMessage =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was closed|has encountered a connection error))/;

const isDatabaseFault = (error: unknown): boolean =>
  databaseFaultCode.test(errorCodeOf(error) ?? '') ||
  (error instanceof Error && databaseFaultMessage.test(error.message));

/** Whether an outside system does not answer or is full: the same call may succeed, unchanged, when it is back. */
export const isOutage = (error: unknown): boolean => isRetryable(error) || isDatabaseFault(error);
