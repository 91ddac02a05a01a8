import { type AllStreamResolvedEvent, EventStoreDBClient, type StreamingRead } from '@eventstore/db-client';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { ConnectionString } from './connection-string.js';
import { type FilteredReadOptions, filteredReadRequest, readOf } from './filtered-read.js';

type BatchAppendCall = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

/** The client with access to its append call: see `batch-append-stream.ts`. */
export class LogClient extends EventStoreDBClient {
  /**
   * Makes the client safe to leave alone: it reacts to the error of a call in a promise that nobody awaits, so that
   * an error that it cannot read would end the process.
   */
  static guarded(client: LogClient): LogClient {
    const { handleError } = client;
    client.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => undefined);
    const { resolveUri } = client;
    client.resolveUri = async () => {
      client.target = await resolveUri();
      return client.target;
    };
    return client;
  }

  /** The node that it is connected to, or was last, as `address:port`; undefined before. */
  target: string | undefined;
  isClosed = false;

  /** Opens a call for many appends on the leader. */
  openBatchAppend(): Promise<BatchAppendCall> {
    const open = this.GRPCStreamCreator(services.StreamsClient, 'batchAppend', (client) =>
      client.batchAppend(...this.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })),
    );
    return open();
  }

  /** Reads events of all streams whose names begin as the options say, from the leader. */
  readFiltered(options: FilteredReadOptions): StreamingRead<AllStreamResolvedEvent> {
    const request = filteredReadRequest(options);
    const open = this.GRPCStreamCreator(services.StreamsClient, 'readFiltered', (client) =>
      client.read(request, ...this.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })),
    );
    return readOf(open);
  }

  async serverVersion(): Promise<string> {
    return (await this.capabilities).serverVersion;
  }

  /** Ends every call and closes the connection, which `dispose` would leave open. */
  close(): void {
    this.isClosed = true;
    // This is not awaited: it may have to search for the leader first, or wait for a call that nobody reads to its
    // end.
    void this.dispose();
    void this.execute(services.StreamsClient, 'close', async (client) => client.close()).catch(() => undefined);
  }
}

let created = 0;

/**
 * Returns another timeout for each client, since gRPC gives channels of the same settings one connection: giving a
 * client up would otherwise lead back to the dead connection, and a break for one store would be a break for all.
 */
const ownTimeout = (keepAliveTimeout = 10_000): number => {
  created += 1;
  return keepAliveTimeout < 0 ? keepAliveTimeout : keepAliveTimeout + (created % 1_000);
};

/** Seconds for one node's answer who leads, in place of the client's five: the others are asked one after the other. */
const gossipTimeout = 1;

/**
 * Makes a client that connects when it is first used. The host `avoided`, as `address:port`, is not asked who leads the
 * cluster, as long as there are others.
 */
export const createLogClient = (
  { hosts, discover, channel, credentials, options }: ConnectionString,
  changes: ConnectionString['options'] = {},
  avoided?: string,
): LogClient => {
  const [first] = hosts;
  if (first === undefined) throw new RangeError('A connection string names a host');
  const keepAliveTimeout = ownTimeout(options.keepAliveTimeout);
  const settings = { gossipTimeout, ...options, ...changes, keepAliveTimeout };
  if (discover) return LogClient.guarded(new LogClient({ ...settings, discover: first }, channel, credentials));
  const others = hosts.filter(({ address, port }) => `${address}:${port}` !== avoided);
  return LogClient.guarded(
    hosts.length > 1
      ? new LogClient({ ...settings, endpoints: others.length > 0 ? others : hosts }, channel, credentials)
      : new LogClient({ ...settings, endpoint: first }, channel, credentials),
  );
};
