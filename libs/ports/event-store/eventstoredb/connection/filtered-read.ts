import type { AllStreamResolvedEvent, Direction, Position, ReadPosition, StreamingRead } from '@eventstore/db-client';
import { BACKWARDS, END, START } from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';

export interface FilteredReadOptions {
  direction: Direction;
  /** Forwards the read begins at a position, backwards before it. */
  fromPosition: ReadPosition | Position;
  /** Prefixes of the names of the streams wanted. */
  streamPrefixes: readonly string[];
  maxCount: number;
}

/** Events that the server examines before it looks whether the call is still there. */
const searchWindow = 2_048;

/** The request of a read of the log with a filter, which the client's own read does not have. */
export const filteredReadRequest = ({
  direction,
  fromPosition,
  streamPrefixes,
  maxCount,
}: FilteredReadOptions): ReadReq => {
  const { Options } = streams.ReadReq;
  const all = new Options.AllOptions();
  if (fromPosition === START) all.setStart(new shared.Empty());
  else if (fromPosition === END) all.setEnd(new shared.Empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(fromPosition.commit.toString());
    position.setPreparePosition(fromPosition.prepare.toString());
    all.setPosition(position);
  }
  const expression = new Options.FilterOptions.Expression();
  expression.setPrefixList([...streamPrefixes]);
  const filter = new Options.FilterOptions();
  filter.setStreamIdentifier(expression);
  filter.setMax(searchWindow);
  filter.setCheckpointintervalmultiplier(1);
  const ids = new Options.UUIDOption();
  ids.setString(new shared.Empty());
  const options = new Options();
  options.setAll(all);
  options.setReadDirection(direction === BACKWARDS ? 1 : 0);
  options.setCount(String(maxCount));
  options.setFilter(filter);
  options.setUuidOption(ids);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
};

/** The events of an open call, decoded as the client does. */
export const readOf = (call: () => Promise<ClientReadableStream<ReadResp>>): StreamingRead<AllStreamResolvedEvent> =>
  new ReadStream<AllStreamResolvedEvent>(call, convertGrpcEvent, {});
