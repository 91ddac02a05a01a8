import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { ExpectedRevision } from './commit-check.js';

export interface Endpoint {
  host: string;
  port: number;
}

const rpcError = (code: status, details: string, trailers: Record<string, string> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

const expectedVersionNumber = (expected: ExpectedRevision): number => {
  if (expected === 'any') return -2;
  return expected === 'stream_exists' ? -4 : expected;
};

export const notLeader = ({ host, port }: Endpoint): ServiceError =>
  rpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

export const unavailable = (): ServiceError => rpcError(status.UNAVAILABLE, 'Server Is Not Ready');

export const cancelled = (): ServiceError => rpcError(status.CANCELLED, 'The server ended the call');

/** The end of a subscription whose buffer of live events is full. */
export const consumerTooSlow = (): ServiceError =>
  rpcError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const accessDenied = (): ServiceError =>
  rpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

/** The error of the web server in front for credentials that it does not know. */
export const unauthenticated = (): ServiceError =>
  rpcError(status.UNAUTHENTICATED, 'Bad gRPC response. HTTP status code: 401');

export const streamDeleted = (stream: string): ServiceError =>
  rpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (stream: string, expected: ExpectedRevision, actual: number): ServiceError => {
  const wanted = expectedVersionNumber(expected);
  return rpcError(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${wanted}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(wanted),
      'actual-version': String(actual),
    },
  );
};

export const maxAppendSizeExceeded = (limit: number): ServiceError =>
  rpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const missingMetadata = (property: string): ServiceError =>
  rpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const invalidArgument = (details: string): ServiceError => rpcError(status.INVALID_ARGUMENT, details);

export const notImitated = (what: string): ServiceError =>
  rpcError(status.UNIMPLEMENTED, `This double of EventStoreDB does not imitate ${what}`);
