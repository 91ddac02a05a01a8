import { errorCodeOf } from './error-code.js';

/** A fault of something behind the service that passes: the same call may succeed, unchanged, later. */
export interface RetryableError extends Error {
  readonly retryable: true;
}

const isRetryable = (error: unknown): error is RetryableError =>
  error instanceof Error && 'retryable' in error && error.retryable === true;

/** 08: connection, 53: resources, 57P: shutting down; then what Node says of the way to the server. */
const databaseFaultCode = /^(08|53|57P|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))/;

/** What `pg` says, without a code, when the server has gone or does not answer. */
const databaseFaultMessage =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was closed|has encountered a connection error))/;

const isDatabaseFault = (error: unknown): boolean =>
  databaseFaultCode.test(errorCodeOf(error) ?? '') ||
  (error instanceof Error && databaseFaultMessage.test(error.message));

/** Whether something behind the service does not answer or is full: the same may succeed, unchanged, when it is back. */
export const isOutage = (error: unknown): boolean => isRetryable(error) || isDatabaseFault(error);
