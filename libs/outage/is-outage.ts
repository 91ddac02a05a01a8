import { BlobStoreFullError, BlobStoreUnavailableError } from '#libs/blob-store/blob-store.errors.js';
import { errorCodeOf } from '#libs/error-code/error-code.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/event-store/event-store.errors.js';

/** 08: connection, 53: resources, 57P: shutting down; then what Node says of the way to the server. */
const databaseFaultCode = /^(08|53|57P|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))/;

/** What `pg` says, without a code, when the server has gone or does not answer. */
const databaseFaultMessage =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was closed|has encountered a connection error))/;

const isDatabaseFault = (error: unknown): boolean =>
  databaseFaultCode.test(errorCodeOf(error) ?? '') ||
  (error instanceof Error && databaseFaultMessage.test(error.message));

/** Whether something behind the service is away or full: the same may succeed, unchanged, when it is back. */
export const isOutage = (error: unknown): boolean =>
  error instanceof EventStoreUnavailableError ||
  error instanceof AppendOutcomeUnknownError ||
  error instanceof BlobStoreFullError ||
  error instanceof BlobStoreUnavailableError ||
  isDatabaseFault(error);
