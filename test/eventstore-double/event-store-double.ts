import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { accessCheck } from './access.js';
import { appendHandler } from './append.js';
import { batchAppendHandler } from './batch-append.js';
import { Connections } from './connections.js';
import { deleteHandler, tombstoneHandler } from './delete-stream.js';
import { type EventLog, openLog } from './event-log.js';
import { Faults } from './faults.js';
import { gossipHandler, Membership } from './gossip.js';
import type { EventStoreDoubleOptions } from './options.js';
import { readHandler } from './read.js';
import { type ReadCounts, Readers } from './readers.js';
import type { Endpoint } from './rpc-errors.js';
import { supportedMethodsHandler } from './server-features.js';
import type { ServiceContext } from './service-context.js';
import { writeFirstEvents, writeForeignEvents, writeStatistics } from './system-events.js';

const DEFAULT_MAX_APPEND_SIZE = 1024 * 1024;
const READER_THREADS = 4;
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

const encoded = (message: Buffer): Buffer => message;

const { StreamsService } = streamsServices;
/** The methods of the client's service, but the responses of the busy ones are already encoded. */
const streamsDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: encoded },
  batchAppend: { ...StreamsService.batchAppend, responseSerialize: encoded },
};

const serverCredentials = (tls: EventStoreDoubleOptions['tls']): ServerCredentials => {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const pair = { private_key: readFileSync(tls.keyFile), cert_chain: readFileSync(tls.certFile) };
  return ServerCredentials.createSsl(null, [pair]);
};

/** A running double of EventStoreDB. */
export class EventStoreDouble {
  readonly port: number;
  /** Connection string for the client: `esdb://127.0.0.1:<port>?tls=<true or false>`, without credentials. */
  readonly url: string;
  readonly faults: Faults;
  private readonly log: EventLog;
  private readonly connections: Connections;
  private readonly readers: Readers;
  private readonly membership: Membership;
  private readonly close: () => Promise<void>;

  constructor(context: ServiceContext, port: number, membership: Membership, tls: boolean, close: () => Promise<void>) {
    this.port = port;
    this.url = `esdb://127.0.0.1:${this.port}?tls=${tls}`;
    this.faults = context.faults;
    this.log = context.log;
    this.readers = context.readers;
    this.connections = context.connections;
    this.membership = membership;
    this.close = close;
  }

  /** Number of events in `$all`. */
  get eventCount(): number {
    return this.log.index.length;
  }

  /** Reads since the start. */
  get readCounts(): Readonly<ReadCounts> {
    return { ...this.readers.counts };
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  /** Cuts every open connection. */
  dropConnections(): void {
    this.connections.dropAll();
  }

  /** Gossips as a follower of `leader` and refuses writes naming it; leads again when undefined. */
  follow(leader: Endpoint | undefined): void {
    this.membership.leader = leader;
    this.faults.clear('not-leader');
    if (leader !== undefined) this.faults.inject({ kind: 'not-leader', leader });
  }

  /** Appends `$statsCollected` events, as the server does by itself. */
  async writeSystemEvents(count: number): Promise<void> {
    await writeStatistics(this.log, count);
  }

  /** Appends events of another application on the same server. */
  async writeForeignEvents(stream: string, count: number, type?: string): Promise<void> {
    await writeForeignEvents(this.log, stream, count, type);
  }

  /** Cuts all connections and closes the log; an append that was not durable gets no response. */
  async stop(): Promise<void> {
    await this.close();
  }
}

/** @throws when the port is taken, or the log file cannot be opened */
export const startEventStoreDouble = async (options: EventStoreDoubleOptions = {}): Promise<EventStoreDouble> => {
  const log = options.log ?? (await openLog(options));
  if (log.index.length === 0 && options.systemEvents !== false) await writeFirstEvents(log);
  const { username, password } = options;
  const context: ServiceContext = {
    log,
    faults: new Faults(),
    readers: new Readers(options.readMicrosPerEvent ?? 0, READER_THREADS),
    connections: new Connections(),
    access: accessCheck(username === undefined || password === undefined ? undefined : { username, password }),
    maxAppendSize: options.maxAppendSize ?? DEFAULT_MAX_APPEND_SIZE,
  };
  const membership = new Membership();
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES, 'grpc.enable_channelz': 0 });
  server.addService(streamsDefinition, {
    read: readHandler(context),
    append: appendHandler(context),
    batchAppend: batchAppendHandler(context),
    delete: deleteHandler(context),
    tombstone: tombstoneHandler(context),
  });
  server.addService(gossipServices.GossipService, { read: gossipHandler(membership) });
  server.addService(featuresServices.ServerFeaturesService, {
    getSupportedMethods: supportedMethodsHandler(options.batchAppend ?? true),
  });
  // The server's own sockets, so that a fault can cut the right one.
  const injector = server.createConnectionInjector(serverCredentials(options.tls));
  const listener = createServer({ noDelay: true }, (socket) => {
    context.connections.add(socket);
    injector.injectConnection(socket);
  });
  listener.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  membership.self = { host: '127.0.0.1', port: options.advertisedPort ?? port };
  return new EventStoreDouble(context, port, membership, options.tls !== undefined, async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    context.connections.dropAll();
    server.forceShutdown();
    await closed;
    await log.close();
  });
};
