import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages, { type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendRequest, EncodedEvent } from '../../append-request.js';
import type { Position } from '../../position.js';
import { encodeMetadata } from '../event-metadata.js';
import { toPosition } from '../log/log-position.js';

/** The server's response to an append. */
export type AppendReply =
  /** `position` is undefined where the server does not know it yet: for a repeat that is still being replicated. */
  | { kind: 'written'; revision: number; position: Position | undefined }
  | { kind: 'conflict'; actual: number | undefined }
  | { kind: 'too-large' }
  /** Nothing was written, and another try would write nothing either. */
  | { kind: 'refused'; reason: string }
  /** Nothing was written; another try may succeed. */
  | { kind: 'not-now'; reason: string }
  | { kind: 'unknown'; reason: string };

const { BatchAppendReq } = messages;

const toMessage = ({ id, type, version, data, metadata }: EncodedEvent): messages.BatchAppendReq.ProposedMessage => {
  const message = new BatchAppendReq.ProposedMessage();
  message.setId(new shared.UUID().setString(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(Buffer.from(data));
  message.setCustomMetadata(Buffer.from(encodeMetadata(version, metadata)));
  return message;
};

/** Puts the whole append into one message. The server gives it the same timeout as every write. */
export const toBatchAppend = (
  correlationId: string,
  stream: string,
  request: AppendRequest,
): messages.BatchAppendReq => {
  const options = new BatchAppendReq.Options();
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (request.expected === 'no-stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(request.expected));
  return new BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlationId))
    .setOptions(options)
    .setProposedMessagesList(request.events.map(toMessage))
    .setIsFinal(true);
};

const package_ = 'event_store.client';

const toConflict = (details: shared.WrongExpectedVersion | null): AppendReply =>
  details === null
    ? { kind: 'unknown', reason: 'The conflict cannot be read' }
    : {
        kind: 'conflict',
        actual: details.hasCurrentStreamRevision() ? Number(details.getCurrentStreamRevision()) : undefined,
      };

export const toAppendReply = (response: BatchAppendResp): AppendReply => {
  const success = response.getSuccess();
  if (success !== undefined) {
    const position = success.getPosition();
    return {
      kind: 'written',
      revision: Number(success.getCurrentRevision()),
      position:
        position === undefined
          ? undefined
          : toPosition({
              commit: BigInt(position.getCommitPosition()),
              prepare: BigInt(position.getPreparePosition()),
            }),
    };
  }
  const error = response.getError();
  const details = error?.getDetails();
  const reason = error?.getMessage() ?? 'an answer without a result';
  const type = details?.getTypeName() ?? '';
  switch (type) {
    case `${package_}.WrongExpectedVersion`:
      return toConflict(details?.unpack(shared.WrongExpectedVersion.deserializeBinary, type) ?? null);
    case `${package_}.MaximumAppendSizeExceeded`:
    case `${package_}.MaximumAppendEventSizeExceeded`:
      return { kind: 'too-large' };
    case `${package_}.AccessDenied`:
      return { kind: 'refused', reason: 'the credentials may not write' };
    case `${package_}.StreamDeleted`:
      return { kind: 'refused', reason: 'the stream was deleted for good' };
    case `${package_}.BadRequest`:
      return { kind: 'refused', reason };
    // «Server Is Not Ready», «Server Is Busy», «No leader info available»: the write was not begun.
    case 'google.protobuf.Empty':
      return { kind: 'not-now', reason };
    default:
      return { kind: 'unknown', reason };
  }
};
