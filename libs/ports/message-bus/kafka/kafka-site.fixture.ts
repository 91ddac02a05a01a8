import { randomUUID } from 'node:crypto';
import { ConfigResourceTypes } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { type KafkaVersion, kafkaServers } from '#test/servers/kafka.js';
import { patient } from '../contract/bus.suite.js';
import type { ConsumerGroup } from '../message-bus.port.js';
import { KafkaFixture, type KafkaProcess, kafkaVersions, startBroker, type TestBroker } from './kafka-bus.fixture.js';
import { withAdmin } from './prepare-topics.js';
import type { KafkaRelay } from './relay.js';

/** Topic of events that have no topic of their own. */
export const topic = 'events.administration';

export const groupOf = (handle: ConsumerGroup['handle'], changes: Partial<ConsumerGroup> = {}): ConsumerGroup => {
  return { name: 'things', types: ['ThingHappened'], concurrency: 8, retryDelays: [], handle, ...changes };
};

export const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** A broker for all cases; a log, topics and a relay for each. */
export class KafkaSite {
  readonly relayFaults: unknown[] = [];
  private readonly processes: KafkaProcess[] = [];
  /** Number of events of each stream. */
  private readonly lengths = new Map<string, number>();
  private started: { broker: TestBroker } | undefined;
  private begun: { fixture: KafkaFixture; relay: KafkaRelay } | undefined;

  get broker(): TestBroker {
    if (this.started === undefined) throw new Error('The broker did not start');
    return this.started.broker;
  }

  get fixture(): KafkaFixture {
    return this.current.fixture;
  }

  get relay(): KafkaRelay {
    return this.current.relay;
  }

  async start(version: KafkaVersion): Promise<void> {
    this.started = { broker: await startBroker(version) };
  }

  async stop(): Promise<void> {
    await this.started?.broker.end();
  }

  async begin(brokers = this.broker.brokers): Promise<void> {
    const fixture = await KafkaFixture.open(brokers, `case-${randomUUID()}.`);
    this.relayFaults.length = 0;
    const relay = fixture.relay((error) => this.relayFaults.push(error));
    this.begun = { fixture, relay };
    relay.start();
  }

  async end(): Promise<void> {
    for (const process of this.processes.splice(0)) await process.kill();
    await this.begun?.fixture.close();
    this.begun = undefined;
  }

  async open(settings?: Parameters<KafkaFixture['process']>[0]): Promise<KafkaProcess> {
    const process = await this.fixture.process(settings);
    this.processes.push(process);
    return process;
  }

  /** Appends events with the numbers, in this order, spread over twelve streams unless `streamOf` names others. */
  async append(numbers: readonly number[], streamOf = (n: number) => String(n % 12), text = ''): Promise<void> {
    for (const n of numbers) {
      const stream = `${this.fixture.topicPrefix}${streamOf(n)}`;
      const length = this.lengths.get(stream) ?? 0;
      this.lengths.set(stream, length + 1);
      const event = { id: randomUUID(), type: 'ThingHappened', version: 1, data: { n, text }, metadata: {} };
      await this.fixture.eventStore.append(stream, [event], length === 0 ? 'no-stream' : length - 1);
    }
  }

  async relayed(): Promise<void> {
    await vi.waitFor(async () => expect(await this.relay.status()).toMatchObject({ lagEvents: 0 }), patient);
  }

  /** Changes settings of the topic, and waits until the broker knows them. */
  configure(settings: Record<string, string>): Promise<void> {
    return withAdmin(this.fixture.kafka, async (admin) => {
      const resource = { type: ConfigResourceTypes.TOPIC, name: `${this.fixture.topicPrefix}${topic}` };
      const wanted = Object.entries(settings).map(([name, value]) => ({ name, value }));
      await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries: wanted }] });
      await vi.waitFor(async () => {
        const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
        const known = resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]);
        expect(known).toEqual(expect.arrayContaining(wanted.map(({ name, value }) => [name, value])));
      }, patient);
    });
  }

  private get current(): { fixture: KafkaFixture; relay: KafkaRelay } {
    if (this.begun === undefined) throw new Error('The case has not begun');
    return this.begun;
  }
}

/** Runs the cases on a real broker of each version. */
export const onEachKafka = (title: string, cases: (site: KafkaSite) => void): void =>
  describeWith(kafkaServers, `${title} on Kafka`, () => {
    describe.each(kafkaVersions)('%s', (version) => {
      const site = new KafkaSite();
      beforeAll(() => site.start(version));
      afterEach(() => site.end());
      afterAll(() => site.stop());
      cases(site);
    });
  });
