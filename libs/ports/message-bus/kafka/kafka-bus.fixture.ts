import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ISocketFactory, Kafka, KafkaMessage } from 'kafkajs';
import { Pool } from 'pg';
import { createPool } from '#libs/platform/postgres/pool.js';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { type KafkaVersion, kafkaVersions, startKafka } from '#test/servers/kafka.js';
import type { BusProcess } from '../contract/bus.suite.js';
import { openKafka } from './kafka-connection.js';
import { createKafkaMessageBus, type KafkaMessageBusSettings } from './kafka-message-bus.js';
import { migrateKafkaBus } from './migrate-kafka-bus.js';
import { withAdmin } from './prepare-topics.js';
import { createKafkaRelay, type KafkaRelay } from './relay.js';

/** Milliseconds after which another process follows a dead one. */
export const sessionTimeoutMs = 4_000;
const leaseTtlMs = 2_000;

export { kafkaVersions };

export interface TestBroker {
  brokers: string;
  /** Stops the broker as if its machine had died. */
  kill(): Promise<void>;
  /** Starts the broker again, with its data, at the same address. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a broker whose groups may time out early, and begin without a wait. */
export const startBroker = async (version: KafkaVersion): Promise<TestBroker> => {
  const properties = { 'group.min.session.timeout.ms': '1000' };
  const folder = await mkdtemp(join(tmpdir(), 'transledger-kafka-'));
  let { brokers, port, server } = await startKafka({ version, properties, folder });
  return {
    brokers,
    kill: () => server.kill(),
    restart: async () => {
      ({ brokers, port, server } = await startKafka({ version, properties, folder, port }));
    },
    end: async () => {
      await server.kill(); // asked to stop, it takes 10 s
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** The connections of a process, which can be broken. */
class Network {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port });
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.once('connect', onConnect);
    if (this.isCut) socket.destroy(new Error('The network is cut'));
    return socket;
  };

  break(): void {
    for (const socket of this.sockets) socket.destroy(new Error('The connection broke'));
  }

  cut(): void {
    this.isCut = true;
    this.break();
  }
}

const produceKey = 0;

/** Lets so many requests to write records pass, and holds those after them until it is released. */
class HoldingNetwork {
  private readonly held: (() => void)[] = [];
  private readonly full = Promise.withResolvers<void>();
  private passed = 0;

  constructor(private passes: number) {}

  /** Resolves when a request is held. */
  get isHolding(): Promise<void> {
    return this.full.promise;
  }

  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port });
    socket.once('connect', onConnect);
    const write = socket.write.bind(socket) as (data: Buffer, encoding?: BufferEncoding) => boolean;
    const writeOrHold = (data: Buffer, encoding?: BufferEncoding): boolean => {
      // A request begins with its length and the key that says what is asked.
      if (data.readInt16BE(4) === produceKey) this.passed += 1;
      if (this.passed <= this.passes) return write(data, encoding);
      this.held.push(() => write(data, encoding));
      this.full.resolve();
      return true;
    };
    return Object.assign(socket, { write: writeOrHold });
  };

  release(): void {
    this.passes = Number.POSITIVE_INFINITY;
    for (const write of this.held.splice(0)) write();
  }
}

/** A lease in the view of a process that stalled: it never learns that it has lost it. */
const leasesBelievedIn = (fencingToken: bigint): Leases => ({
  acquire: async (name) => {
    const released = new AbortController();
    return { name, fencingToken, lost: released.signal, release: async () => released.abort() };
  },
  close: async () => undefined,
});

export interface KafkaProcess extends BusProcess {
  /** Breaks the open connections to Kafka; new ones are accepted. */
  breakConnections(): void;
  /** Faults that were reported, in order. */
  faults: unknown[];
}

/** A log in a database of its own, and processes on it and on a broker. */
export class KafkaFixture {
  private readonly processes: (() => Promise<void>)[] = [];
  private readonly networks = new Set<Network>();
  private readonly relays: { relay: KafkaRelay; leases: Leases }[] = [];

  private constructor(
    readonly brokers: string[],
    readonly topicPrefix: string,
    private readonly database: TestDatabase,
    readonly pool: Pool,
    readonly eventStore: EventStore,
  ) {}

  static async open(brokers: string, topicPrefix = 'transledger.'): Promise<KafkaFixture> {
    const database = await createTestDatabase();
    await migrateEventStore(database.url);
    const pool = new Pool({ connectionString: database.url, max: 8 });
    pool.on('error', () => undefined);
    await Promise.all([migrateKafkaBus(pool), migrateKafkaBus(pool), migrateLeases(pool)]);
    const eventStore = await connectPostgresEventStore({ connectionString: database.url });
    return new KafkaFixture([brokers], topicPrefix, database, pool, eventStore);
  }

  /** Makes a relay with leases of its own, as in another process. It is not started. */
  relay(onFault: (error: unknown) => void = () => undefined): KafkaRelay {
    return this.relayOn(this.pool, this.eventStore, onFault);
  }

  /** Makes a relay that can be cut off from the database, as if its process hung. It is not started. */
  async fragileRelay(): Promise<{ relay: KafkaRelay; cut(): Promise<void> }> {
    const { proxy, pool, eventStore } = await this.ownConnections('relay under test');
    const relay = this.relayOn(pool, eventStore, () => undefined);
    this.processes.push(async () => {
      await eventStore.close();
      await pool.end();
    });
    return { relay, cut: () => proxy.stop() };
  }

  /** Makes a relay that holds the lease in its own view, and stalls after so many requests to write records. */
  stallingRelay(fencingToken: bigint, requests: number): { relay: KafkaRelay; network: HoldingNetwork } {
    const { brokers, topicPrefix, pool, eventStore } = this;
    const leases = leasesBelievedIn(fencingToken);
    const network = new HoldingNetwork(requests);
    const { socketFactory } = network;
    const relay = createKafkaRelay({ brokers, topicPrefix, socketFactory, pool, eventStore, leases });
    this.relays.push({ relay, leases });
    return { relay, network };
  }

  get kafka(): Kafka {
    return openKafka({ brokers: this.brokers });
  }

  /** Reads all records of a topic, in the order of each partition. */
  async records(topic: string): Promise<KafkaMessage[]> {
    const name = `${this.topicPrefix}${topic}`;
    const ends = await withAdmin(this.kafka, (admin) => admin.fetchTopicOffsets(name));
    const wanted = ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
    const records: KafkaMessage[] = [];
    const consumer = this.kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic: name, fromBeginning: true });
    const all = Promise.withResolvers<void>();
    if (wanted === 0) all.resolve();
    await consumer.run({
      eachMessage: async ({ message }) => {
        if (records.push(message) === wanted) all.resolve();
      },
    });
    await all.promise;
    await consumer.disconnect();
    return records;
  }

  /** Starts a process behind connections of its own, so that it can be cut off from everything. */
  async process(settings: Pick<KafkaMessageBusSettings, 'maxUndone'> = {}): Promise<KafkaProcess> {
    const { proxy, pool, eventStore } = await this.ownConnections('message bus under test');
    const network = new Network();
    this.networks.add(network);
    const faults: unknown[] = [];
    const { brokers, topicPrefix } = this;
    const { socketFactory } = network;
    const onFault = (_group: string, error: unknown) => faults.push(error);
    const bus = createKafkaMessageBus({
      ...settings,
      brokers,
      topicPrefix,
      socketFactory,
      sessionTimeoutMs,
      pool,
      eventStore,
      onFault,
    });
    let killed: Promise<void> | undefined;
    this.processes.push(async () => {
      await killed;
      network.cut();
      await bus.close();
      await eventStore.close();
      await pool.end();
    });
    const kill = async () => {
      network.cut();
      await proxy.stop();
    };
    return {
      bus,
      faults,
      breakConnections: () => network.break(),
      kill: () => {
        killed ??= kill();
        return killed;
      },
    };
  }

  async breakConnections(): Promise<void> {
    for (const network of this.networks) network.break();
    await this.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'message bus%' and pid <> pg_backend_pid()`,
    );
  }

  async close(): Promise<void> {
    for (const { relay, leases } of this.relays) {
      await relay.stop();
      await leases.close();
    }
    await Promise.all(this.processes.map((end) => end()));
    await this.eventStore.close();
    await this.pool.end();
    await this.database.drop();
  }

  private relayOn(pool: Pool, eventStore: EventStore, onFault: (error: unknown) => void): KafkaRelay {
    const { brokers, topicPrefix } = this;
    const leases = createPostgresLeases(pool, { ttlMs: leaseTtlMs });
    const relay = createKafkaRelay({ brokers, topicPrefix, pool, eventStore, leases, onFault });
    this.relays.push({ relay, leases });
    return relay;
  }

  private async ownConnections(applicationName: string) {
    const url = new URL(this.database.url);
    const proxy = await CuttingProxy.start(Number(url.port));
    url.port = String(proxy.port);
    const connectionString = url.href;
    const pool = createPool({ connectionString, max: 4, applicationName });
    return { proxy, pool, eventStore: await connectPostgresEventStore({ connectionString }) };
  }
}
