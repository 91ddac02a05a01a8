import { randomUUID } from 'node:crypto';
import { ConfigResourceTypes } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#libs/embedded-postgres/free-port.js';
import { describeWith } from '#test/servers/describe-with.js';
import { forever, numberOf, patient, Recorder, range, untilAborted } from '../contract/bus.suite.js';
import { MessageBusUnavailableError } from '../message-bus.errors.js';
import type { ConsumerGroup } from '../message-bus.port.js';
import { NotAnEventError } from './event-record.js';
import {
  type KafkaProcess,
  KafkaScene,
  kafkaVersions,
  sessionTimeoutMs,
  startBroker,
  type TestBroker,
} from './kafka-bus.scene.js';
import { prepareTopics, withAdmin } from './prepare-topics.js';
import type { KafkaRelay } from './relay.js';
import { eventTopics } from './topics.js';

const topic = 'events.administration';

describeWith(['kafka'], 'faults of Kafka', () => {
  describe.each(kafkaVersions)('%s', (version) => {
    let broker: TestBroker;
    let scene: KafkaScene;
    let relay: KafkaRelay;
    const relayFaults: unknown[] = [];
    const processes: KafkaProcess[] = [];

    beforeAll(async () => {
      broker = await startBroker(version);
    });
    afterAll(() => broker.end());

    /** Each case has a log, topics and a relay of its own. */
    const begin = async (brokers = broker.brokers): Promise<void> => {
      scene = await KafkaScene.open(brokers, `case-${randomUUID()}.`);
      relayFaults.length = 0;
      relay = scene.relay((error) => relayFaults.push(error));
      relay.start();
    };
    afterEach(async () => {
      for (const process of processes.splice(0)) await process.kill();
      await scene.close();
    });

    const open = async (): Promise<KafkaProcess> => {
      const process = await scene.process();
      processes.push(process);
      return process;
    };

    const lengths = new Map<string, number>();
    const append = async (numbers: readonly number[], streamOf = (n: number) => String(n % 12), text = '') => {
      for (const n of numbers) {
        const stream = `${scene.topicPrefix}${streamOf(n)}`;
        const length = lengths.get(stream) ?? 0;
        lengths.set(stream, length + 1);
        const event = { id: randomUUID(), type: 'ThingHappened', version: 1, data: { n, text }, metadata: {} };
        await scene.eventStore.append(stream, [event], length === 0 ? 'no-stream' : length - 1);
      }
    };

    /** Sets one setting of the topic, and waits until the broker knows it. */
    const configure = (setting: Record<string, string>): Promise<void> =>
      withAdmin(scene.kafka, async (admin) => {
        const resource = { type: ConfigResourceTypes.TOPIC, name: `${scene.topicPrefix}${topic}` };
        const wanted = Object.entries(setting).map(([name, value]) => ({ name, value }));
        await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries: wanted }] });
        await vi.waitFor(async () => {
          const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
          const known = resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]);
          expect(known).toEqual(expect.arrayContaining(wanted.map(({ name, value }) => [name, value])));
        }, patient);
      });

    const groupOf = (handle: ConsumerGroup['handle'], changes: Partial<ConsumerGroup> = {}): ConsumerGroup => {
      return { name: 'things', types: ['ThingHappened'], concurrency: 8, retryDelays: [], handle, ...changes };
    };

    const relayed = () => vi.waitFor(async () => expect(await relay.status()).toMatchObject({ lagEvents: 0 }), patient);
    const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

    it('publishes and delivers everything, in order, through the death of the broker', async () => {
      await begin();
      const { bus, faults } = await open();
      const recorder = new Recorder();
      await bus.consume(groupOf(recorder.record));
      await append(range(300));
      await recorder.has(100);
      await broker.kill();
      await append(range(300, 301));
      await vi.waitFor(async () => expect(await relay.status()).toMatchObject({ state: 'retrying' }), patient);
      await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), patient);
      await broker.restart();
      await append(range(100, 601));
      await vi.waitFor(() => expect(new Set(recorder.numbers).size).toBe(700), patient);
      await relayed();
      expect(await relay.status()).toMatchObject({ state: 'publishing', lagSeconds: 0 });
      expect(await bus.parked()).toEqual([]);
      const published = (await scene.records(topic)).map(({ headers }) => {
        return { stream: String(headers?.stream), revision: Number(headers?.revision) };
      });
      const delivered = recorder.deliveries.map(({ message }) => message);
      for (const events of [published, delivered]) {
        const streams = Map.groupBy(events, ({ stream }) => stream);
        expect(streams.size).toBe(12);
        for (const ofStream of streams.values()) {
          const firstTimes = [...new Set(ofStream.map(({ revision }) => revision))];
          expect(firstTimes).toEqual(range(firstTimes.length, 0));
        }
      }
    });

    it('makes a topic that is gone anew and says so, and goes on', async () => {
      await begin();
      const { bus, faults } = await open();
      const recorder = new Recorder();
      await bus.consume(groupOf(recorder.record));
      await append(range(10));
      await recorder.has(10);
      await withAdmin(scene.kafka, (admin) => admin.deleteTopics({ topics: [`${scene.topicPrefix}${topic}`] }));
      await append(range(10, 11));
      await vi.waitFor(() => expect(sorted(recorder.numbers)).toEqual(range(20)), patient);
      // By the relay or the consumer, whoever looked first.
      expect([...relayFaults, ...faults].map(String)).toContainEqual(
        expect.stringContaining('were gone and are empty now'),
      );
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    });

    it('halts at an event that the topic does not take, skips nothing, and goes on once it does', async () => {
      await begin();
      await append([1]);
      await relayed();
      const limit = (value: string) => configure({ 'max.message.bytes': value });
      await limit('20000');
      await append([2, 3]);
      await append([4], undefined, 'x'.repeat(50_000));
      await append([16]); // of the same stream
      await vi.waitFor(async () => expect(await relay.status()).toMatchObject({ state: 'halted' }), patient);
      const { reason, lagEvents } = await relay.status();
      expect(reason).toMatch(
        /^event [0-9a-f-]{36} \(ThingHappened, position .*larger than .*raise its max.message.bytes/,
      );
      expect(lagEvents).toBeGreaterThanOrEqual(2);
      const numbers = async () => {
        const values = (await scene.records(topic)).map(({ value }) => JSON.parse(String(value)).data.n);
        return sorted([...new Set<number>(values)]);
      };
      expect(await numbers()).toEqual([1, 2, 3]);
      await limit('2097152');
      await relayed();
      expect(await numbers()).toEqual([1, 2, 3, 4, 16]);
    });

    it('tells where a topic is not as declared, and changes nothing', async () => {
      await begin();
      await relayed();
      const prepared = () => prepareTopics(scene.kafka, scene.topicPrefix, eventTopics);
      await vi.waitFor(async () => {
        expect(await prepared()).toEqual({ created: [], differences: [], tooSmall: [] });
      }, patient);
      const name = `${scene.topicPrefix}${topic}`;
      await configure({ 'retention.ms': '1000' });
      await withAdmin(scene.kafka, (admin) => admin.createPartitions({ topicPartitions: [{ topic: name, count: 4 }] }));
      await vi.waitFor(async () => {
        const { differences } = await prepared();
        expect(differences).toContainEqual(`${name}: number of partitions is 4, declared 3`);
        expect(differences).toContainEqual(`${name}: retention.ms is 1000, declared 2592000000`);
      }, patient);
    });

    it('has another relay take over from one that hangs, and repeats no effect', async () => {
      await begin();
      await relay.stop();
      const { bus } = await open();
      const recorder = new Recorder();
      await bus.consume(groupOf(recorder.record));
      const hanging = await scene.fragileRelay();
      hanging.relay.start();
      await append(range(50));
      await recorder.has(50);
      relay.start();
      await append([51]);
      await recorder.has(51);
      expect(await relay.status()).toMatchObject({ state: 'waiting' });
      await hanging.cut();
      const began = performance.now();
      await append(range(49, 52));
      await recorder.has(100);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(await relay.status()).toMatchObject({ state: 'publishing' });
      expect(sorted(recorder.numbers)).toEqual(range(100));
    });

    it('repeats no effect when a relay begins anew before a consumer that has it all', async () => {
      await begin();
      const { bus } = await open();
      const recorder = new Recorder();
      await bus.consume(groupOf(recorder.record));
      await append(range(50));
      await recorder.has(50);
      await relayed();
      await relay.stop();
      await scene.pool.query('update message_bus.kafka_relay set position = $1', ['']);
      relay.start();
      await append([51]);
      await recorder.has(51);
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(sorted(recorder.numbers)).toEqual(range(51));
      expect(await scene.records(topic)).toHaveLength(101);
    });

    it('repeats no effect when everything is published again while no consumer is there', async () => {
      await begin();
      const { bus } = await open();
      const [recorder, later] = [new Recorder(), new Recorder()];
      const group = groupOf(recorder.record);
      const consumer = await bus.consume(group);
      await append(range(40));
      await recorder.has(40);
      await consumer.stop();
      await relay.stop();
      await scene.pool.query('update message_bus.kafka_relay set position = $1', ['']);
      relay.start();
      await append([41]);
      await bus.consume({ ...group, handle: later.record });
      await later.has(1);
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(later.numbers).toEqual([41]);
      expect(await scene.records(topic)).toHaveLength(81);
    });

    it('ends work on the partitions that another consumer gets, leaves the rest alone, and loses nothing', async () => {
      await begin();
      const [first, second] = [await open(), await open()];
      const [inHand, taken] = [new Recorder(), new Recorder()];
      const { promise: opened, resolve: release } = Promise.withResolvers<void>();
      const finished: number[] = [];
      const group = groupOf(
        async (delivery) => {
          await inHand.record(delivery);
          await Promise.race([opened, untilAborted(delivery.signal)]);
          finished.push(numberOf(delivery));
        },
        { concurrency: 24 },
      );
      await append(range(24), (n) => String(n));
      await first.bus.consume(group);
      await inHand.has(24);
      await second.bus.consume({ ...group, handle: taken.record });
      await taken.has(1);
      await vi.waitFor(() => {
        const lost = inHand.deliveries.filter(({ signal }) => signal.aborted);
        expect(sorted(lost.map(numberOf))).toEqual(sorted(taken.numbers));
      }, patient);
      const kept = inHand.deliveries.filter(({ signal }) => !signal.aborted).map(numberOf);
      expect(kept.length).toBeGreaterThan(0);
      release();
      await vi.waitFor(async () => expect(await second.bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(sorted(finished)).toEqual(sorted(kept));
      expect(sorted([...finished, ...taken.numbers])).toEqual(range(24));
      expect(inHand.deliveries).toHaveLength(24);
    });

    it('keeps its partitions through work that takes longer than a session', async () => {
      await begin();
      const { bus } = await open();
      const recorder = new Recorder();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      await bus.consume(groupOf((delivery) => recorder.record(delivery).then(() => ended)));
      await append([1]);
      await recorder.has(1);
      setTimeout(end, sessionTimeoutMs * 1.75);
      await ended;
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(recorder.deliveries.map(({ signal }) => signal.aborted)).toEqual([false]);
    });

    it('puts a poison message on the dead-letter topic, and takes it off when it succeeds', async () => {
      await begin();
      const { bus } = await open();
      let healed = false;
      const recorder = new Recorder();
      const group = groupOf(async (delivery) => {
        if (numberOf(delivery) === 2 && !healed) throw new RangeError('no such pair');
        await recorder.record(delivery);
      });
      await bus.consume(group);
      await append([1, 2, 3]);
      await recorder.has(2);
      const [parked] = await vi.waitFor(async () => {
        const all = await bus.parked('things');
        expect(all).toHaveLength(1);
        return all;
      }, patient);
      const [letter] = await scene.records('dead-letters.things');
      expect(String(letter?.key)).toBe(parked?.eventId);
      expect(JSON.parse(String(letter?.value)).data.n).toBe(2);
      expect(String(letter?.headers?.reason)).toBe('RangeError: no such pair');
      expect(String(letter?.headers?.attempts)).toBe('1');
      healed = true;
      expect(await bus.retryParked('things', parked?.eventId)).toBe(1);
      await recorder.has(3);
      await vi.waitFor(async () => expect(await bus.parked()).toEqual([]), patient);
      const letters = await scene.records('dead-letters.things');
      expect(letters.map(({ key, value }) => [String(key), value === null])).toEqual([
        [parked?.eventId, false],
        [parked?.eventId, true],
      ]);
    });

    it('reports records that are not events, and passes them', async () => {
      await begin();
      const { bus, faults } = await open();
      const recorder = new Recorder();
      await append([1]);
      await relayed();
      const producer = scene.kafka.producer();
      await producer.connect();
      await producer.send({
        topic: `${scene.topicPrefix}${topic}`,
        messages: range(12).map((n) => ({ key: String(n), value: 'Dear Sir or Madam' })),
      });
      await producer.disconnect();
      await append([2]);
      await bus.consume(groupOf(recorder.record));
      await recorder.has(2);
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      const foreign = (await scene.records(topic)).filter(({ headers }) => headers?.position === undefined);
      expect(foreign.length).toBeGreaterThanOrEqual(12); // a producer that is not idempotent may repeat itself
      expect(faults.filter((fault) => fault instanceof NotAnEventError)).toHaveLength(foreign.length);
      expect(sorted(recorder.numbers)).toEqual([1, 2]);
      expect(faults.map(String).join()).not.toContain('Madam');
    });

    it('goes on where the group was on the embedded bus', async () => {
      await begin();
      const { bus } = await open();
      const recorder = new Recorder();
      await append(range(5));
      await scene.pool.query(
        `insert into message_bus.consumer_group (name, position, fencing_token, types) values ('things', $1, 1, '{}')`,
        [await scene.eventStore.head()],
      );
      await append([6]);
      await bus.consume(groupOf(recorder.record));
      await recorder.has(1);
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(recorder.numbers).toEqual([6]);
    });

    it('is constructed, stopped and closed at once while no broker answers', async () => {
      await begin(`127.0.0.1:${await freePort()}`);
      const { bus } = await open();
      const consumer = await bus.consume(groupOf(forever));
      await vi.waitFor(() => expect(bus.status()).rejects.toBeInstanceOf(MessageBusUnavailableError), patient);
      expect(await bus.parked()).toEqual([]);
      await consumer.stop();
      await vi.waitFor(() => expect(relayFaults.length).toBeGreaterThan(0), patient);
      await relay.stop();
    });
  });
});
