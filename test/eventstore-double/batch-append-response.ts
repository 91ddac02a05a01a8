import type { ExpectedRevision } from './commit-check.js';
import type { AppendOutcome } from './event-log.js';
import type { LogPosition } from './stored-event.js';
import { encodeMessage, wire } from './wire-writer.js';

/** `google.rpc.Code` */
const code = {
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
} as const;

/** Adds the fields of a `google.rpc.Status` to what is being written. */
export type StatusWriter = () => void;

const status =
  (statusCode: number, message: string, typeName: string, details?: () => void): StatusWriter =>
  () => {
    wire.nested(3, () => {
      wire.nested(2, details);
      wire.text(1, `type.googleapis.com/${typeName}`);
    });
    wire.text(2, message);
    wire.varint(1, statusCode);
  };

const streamIdentifier = (field: number, stream: string): void => wire.nested(field, () => wire.text(3, stream));

const writePosition = (at: LogPosition | undefined): void => {
  if (at === undefined) {
    wire.nested(4);
  } else {
    wire.nested(3, () => {
      wire.varint(2, at.prepare);
      wire.varint(1, at.commit);
    });
  }
};

const writeExpected = (expected: ExpectedRevision): void => {
  if (expected === 'any') wire.nested(4);
  else if (expected === 'stream_exists') wire.nested(5);
  else if (expected === -1) wire.nested(6);
  else wire.varint(3, expected);
};

const writeCurrent = (revision: number): void => {
  if (revision === -1) wire.nested(2);
  else wire.varint(1, revision);
};

const wrongExpectedVersion = (expected: ExpectedRevision, current: number): StatusWriter =>
  status(code.alreadyExists, 'WrongExpectedVersion', 'event_store.client.WrongExpectedVersion', () => {
    writeExpected(expected);
    writeCurrent(current);
  });

const streamDeleted = (stream: string): StatusWriter =>
  status(code.notFound, 'StreamDeleted', 'event_store.client.StreamDeleted', () => streamIdentifier(1, stream));

/** `google.rpc.Status` of the appends that are never decided. */
export const statusOf = {
  accessDenied: (): StatusWriter => status(code.permissionDenied, 'AccessDenied', 'event_store.client.AccessDenied'),
  timeout: (): StatusWriter => status(code.deadlineExceeded, 'Timeout', 'event_store.client.Timeout'),
  badRequest: (message: string): StatusWriter =>
    status(code.invalidArgument, 'BadRequest', 'event_store.client.BadRequest', () => wire.text(1, message)),
  maximumAppendSizeExceeded: (limit: number): StatusWriter =>
    status(code.invalidArgument, 'MaximumAppendSizeExceeded', 'event_store.client.MaximumAppendSizeExceeded', () =>
      wire.varint(1, limit),
    ),
  notReady: (): StatusWriter => status(code.unknown, 'Server Is Not Ready', 'google.protobuf.Empty'),
} as const;

/** The `BatchAppendResp` of a failed append. */
export const encodeFailure = (correlationId: Uint8Array, stream: string, failure: StatusWriter): Buffer =>
  encodeMessage(() => {
    streamIdentifier(4, stream);
    wire.nested(2, failure);
    wire.bytes(1, correlationId);
  });

/** The `BatchAppendResp` of an append that was decided. */
export const encodeOutcome = (
  correlationId: Uint8Array,
  stream: string,
  expected: ExpectedRevision,
  outcome: AppendOutcome,
): Buffer => {
  if (outcome.kind === 'stream-deleted') return encodeFailure(correlationId, stream, streamDeleted(stream));
  if (outcome.kind === 'wrong-expected-version') {
    return encodeFailure(correlationId, stream, wrongExpectedVersion(expected, outcome.currentRevision));
  }
  return encodeMessage(() => {
    streamIdentifier(4, stream);
    wire.nested(3, () => {
      writePosition(outcome.position);
      writeCurrent(outcome.revision);
    });
    wire.bytes(1, correlationId);
  });
};
