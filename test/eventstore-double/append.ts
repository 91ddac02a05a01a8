import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import streamsMessages, { type AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, sendUnaryData } from '@grpc/grpc-js';
import type { ExpectedRevision } from './commit-check.js';
import type { AppendLag } from './event-log.js';
import { parseProposedMessage, parseStreamName } from './proposed-message.js';
import { invalidArgument, maxAppendSizeExceeded } from './rpc-errors.js';
import type { ServiceContext } from './service-context.js';
import { type LogPosition, type ProposedEvent, sizeOnDisk } from './stored-event.js';
import { type WriteResponse, writeError, writeWithFaults } from './write-with-faults.js';

const expectedOf = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream_exists' : 'any';
};

const toResponse = (revision: number, at: LogPosition | undefined): AppendResp => {
  const success = new streamsMessages.AppendResp.Success();
  if (revision === -1) success.setNoStream(new sharedMessages.Empty());
  else success.setCurrentRevision(String(revision));
  if (at === undefined) {
    success.setNoPosition(new sharedMessages.Empty());
  } else {
    const position = new streamsMessages.AppendResp.Position();
    success.setPosition(position.setCommitPosition(String(at.commit)).setPreparePosition(String(at.prepare)));
  }
  return new streamsMessages.AppendResp().setSuccess(success);
};

const answer = (
  result: WriteResponse,
  stream: string,
  expected: ExpectedRevision,
  callback: sendUnaryData<AppendResp>,
): void => {
  if (result.kind === 'silence') return;
  if (result.kind === 'written') callback(null, toResponse(result.revision, result.position));
  else callback(writeError(result, stream, expected));
};

/** `Append`: one append a call, its options first, then its events. */
export const appendHandler = (context: ServiceContext): handleClientStreamingCall<AppendReq, AppendResp> => {
  return async (call, callback) => {
    const refused = context.access(call.metadata);
    if (refused !== undefined) return callback(refused);
    let options: AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    let size = 0;
    try {
      for await (const request of call as AsyncIterable<AppendReq>) {
        options ??= request.getOptions();
        const message = request.getProposedMessage();
        if (message === undefined) continue;
        const event = parseProposedMessage(message);
        size += sizeOnDisk(event);
        if (size > context.maxAppendSize) return callback(maxAppendSizeExceeded(context.maxAppendSize));
        events.push(event);
      }
    } catch (error) {
      return callback(error instanceof Error ? error : invalidArgument(String(error)));
    }
    if (options === undefined) return callback(invalidArgument('The options of the append are missing'));
    const stream = parseStreamName(options.getStreamIdentifier());
    const expected = expectedOf(options);
    const write = (lag: AppendLag) => context.log.append(stream, expected, events, lag);
    answer(await writeWithFaults(context, { stream, peer: call.getPeer() }, write), stream, expected, callback);
  };
};
