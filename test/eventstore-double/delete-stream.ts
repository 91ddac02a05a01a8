import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import streamsMessages, {
  type DeleteReq,
  type DeleteResp,
  type TombstoneReq,
  type TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, Metadata, ServiceError } from '@grpc/grpc-js';
import type { ExpectedRevision } from './commit-check.js';
import type { AppendOutcome } from './event-log.js';
import { parseStreamName } from './proposed-message.js';
import { invalidArgument } from './rpc-errors.js';
import type { ServiceContext } from './service-context.js';
import type { LogPosition } from './stored-event.js';
import { writeError, writeWithFaults } from './write-with-faults.js';

const expectedOf = (options: DeleteReq.Options | TombstoneReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream_exists' : 'any';
};

type Settle = (error: ServiceError | null, position?: LogPosition) => void;

const remove = async (
  context: ServiceContext,
  call: { metadata: Metadata; getPeer(): string },
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
  write: (stream: string, expected: ExpectedRevision) => Promise<AppendOutcome>,
  settle: Settle,
): Promise<void> => {
  const refused = context.access(call.metadata);
  if (refused !== undefined) return settle(refused);
  if (options === undefined) return settle(invalidArgument('The options of the call are missing'));
  const stream = parseStreamName(options.getStreamIdentifier());
  const expected = expectedOf(options);
  const where = { stream, peer: call.getPeer() };
  const answer = await writeWithFaults(context, where, () => write(stream, expected));
  if (answer.kind === 'silence') return;
  if (answer.kind === 'written') settle(null, answer.position);
  else settle(writeError(answer, stream, expected));
};

export const deleteHandler =
  (context: ServiceContext): handleUnaryCall<DeleteReq, DeleteResp> =>
  (call, callback) => {
    const write = (stream: string, expected: ExpectedRevision) => context.log.softDelete(stream, expected);
    void remove(context, call, call.request.getOptions(), write, (error, position) => {
      if (error !== null) return callback(error);
      const response = new streamsMessages.DeleteResp();
      if (position === undefined) return callback(null, response.setNoPosition(new sharedMessages.Empty()));
      const at = new streamsMessages.DeleteResp.Position();
      at.setCommitPosition(String(position.commit)).setPreparePosition(String(position.prepare));
      callback(null, response.setPosition(at));
    });
  };

export const tombstoneHandler =
  (context: ServiceContext): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  (call, callback) => {
    const write = (stream: string, expected: ExpectedRevision) => context.log.tombstone(stream, expected);
    void remove(context, call, call.request.getOptions(), write, (error, position) => {
      if (error !== null) return callback(error);
      const response = new streamsMessages.TombstoneResp();
      if (position === undefined) return callback(null, response.setNoPosition(new sharedMessages.Empty()));
      const at = new streamsMessages.TombstoneResp.Position();
      at.setCommitPosition(String(position.commit)).setPreparePosition(String(position.prepare));
      callback(null, response.setPosition(at));
    });
  };
