import { expect, it, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { forever, patient, Recorder, range } from '../contract/bus.suite.js';
import { MessageBusUnavailableError } from '../message-bus.errors.js';
import { groupOf, onEachKafka, sorted, topic } from './kafka-site.fixture.js';
import { prepareTopics, withAdmin } from './prepare-topics.js';
import { RelayHaltedError } from './relay-halted.errors.js';
import { eventTopics } from './topics.js';

onEachKafka('the relay', (site) => {
  it('a missing topic is created anew and reported', async () => {
    await site.begin();
    const { bus, faults } = await site.open();
    const recorder = new Recorder();
    await bus.consume(groupOf(recorder.record));
    await site.append(range(10));
    await recorder.has(10);
    await withAdmin(site.fixture.kafka, (admin) =>
      admin.deleteTopics({ topics: [`${site.fixture.topicPrefix}${topic}`] }),
    );
    await site.append(range(10, 11));
    await vi.waitFor(() => expect(sorted(recorder.numbers)).toEqual(range(20)), patient);
    // The relay or the consumer reports it, whichever looked first.
    expect([...site.relayFaults, ...faults].map(String)).toContainEqual(
      expect.stringContaining('were gone and are empty now'),
    );
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
  });

  it('the relay halts at an event that the topic does not take, skips nothing, and goes on once it does', async () => {
    await site.begin();
    await site.append([1]);
    await site.relayed();
    const limit = (value: string) => site.configure({ 'max.message.bytes': value });
    await limit('20000');
    await site.append([2, 3]);
    await site.append([4], undefined, 'x'.repeat(50_000));
    await site.append([16]); // from the same stream
    await vi.waitFor(async () => expect(await site.relay.status()).toMatchObject({ state: 'halted' }), patient);
    const { reason, lagEvents } = await site.relay.status();
    expect(reason).toMatch(
      /^event [0-9a-f-]{36} \(ThingHappened, position .*larger than .*raise its max.message.bytes/,
    );
    expect(lagEvents).toBeGreaterThanOrEqual(2);
    const halted = site.relayFaults.find((fault) => fault instanceof RelayHaltedError);
    expect(halted).toMatchObject({
      at: { event: expect.any(String), type: 'ThingHappened', topic: expect.any(String) },
    });
    const numbers = async () => {
      const values = (await site.fixture.records(topic)).map(({ value }) => JSON.parse(String(value)).data.n);
      return sorted([...new Set<number>(values)]);
    };
    expect(await numbers()).toEqual([1, 2, 3]);
    await limit('2097152');
    await site.relayed();
    expect(await numbers()).toEqual([1, 2, 3, 4, 16]);
  });

  it('a topic that differs from its declaration is reported, and not changed', async () => {
    await site.begin();
    await site.relayed();
    const prepared = () => prepareTopics(site.fixture.kafka, site.fixture.topicPrefix, eventTopics);
    await vi.waitFor(async () => {
      expect(await prepared()).toEqual({ created: [], differences: [], tooSmall: [] });
    }, patient);
    const name = `${site.fixture.topicPrefix}${topic}`;
    await site.configure({ 'retention.ms': '1000' });
    await withAdmin(site.fixture.kafka, (admin) =>
      admin.createPartitions({ topicPartitions: [{ topic: name, count: 4 }] }),
    );
    await vi.waitFor(async () => {
      const { differences } = await prepared();
      expect(differences).toContainEqual(`${name}: number of partitions is 4, declared 3`);
      expect(differences).toContainEqual(`${name}: retention.ms is 1000, declared 2592000000`);
    }, patient);
  });

  it('another relay takes over from one that hangs, and no effect is repeated', async () => {
    await site.begin();
    await site.relay.stop();
    const { bus } = await site.open();
    const recorder = new Recorder();
    await bus.consume(groupOf(recorder.record));
    const hanging = await site.fixture.fragileRelay();
    hanging.relay.start();
    await site.append(range(50));
    await recorder.has(50);
    site.relay.start();
    await site.append([51]);
    await recorder.has(51);
    expect(await site.relay.status()).toMatchObject({ state: 'waiting' });
    await hanging.cut();
    const began = performance.now();
    await site.append(range(49, 52));
    await recorder.has(100);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await site.relay.status()).toMatchObject({ state: 'publishing' });
    expect(sorted(recorder.numbers)).toEqual(range(100));
  });

  it.each([
    { before: 3, since: 1 },
    { before: 1, since: 2 },
  ])(
    'nothing is lost or repeated when a relay stalls in a page after $before requests, and writes on once another has made $since',
    async ({ before, since }) => {
      await site.begin();
      await site.relay.stop();
      const { bus } = await site.open();
      const recorder = new Recorder();
      await bus.consume(groupOf(recorder.record));
      await site.append(range(60), undefined, 'x'.repeat(100_000));
      const stalled = site.fixture.stallingRelay(1_001n, before);
      stalled.relay.start();
      await stalled.network.isHolding;
      const next = site.fixture.stallingRelay(1_002n, since);
      next.relay.start();
      await next.network.isHolding;
      const published = async () => (await site.fixture.records(topic)).length;
      const beforeWakingUp = await published();
      stalled.network.release();
      await vi.waitFor(async () => expect(await published()).toBeGreaterThan(beforeWakingUp), patient);
      next.network.release();
      await site.append([61]);
      await recorder.has(61);
      await vi.waitFor(async () => expect(await next.relay.status()).toMatchObject({ lagEvents: 0 }), patient);
      await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
      expect(sorted(recorder.numbers)).toEqual(range(61));
      expect(await published()).toBeGreaterThan(61);
    },
  );

  it('no effect is repeated when a relay begins anew before a consumer that has read everything', async () => {
    await site.begin();
    const { bus } = await site.open();
    const recorder = new Recorder();
    await bus.consume(groupOf(recorder.record));
    await site.append(range(50));
    await recorder.has(50);
    await site.relayed();
    await site.relay.stop();
    await site.fixture.pool.query('update message_bus.kafka_relay set position = $1', ['']);
    site.relay.start();
    await site.append([51]);
    await recorder.has(51);
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    expect(sorted(recorder.numbers)).toEqual(range(51));
    // A request that a slow broker did not answer is sent again.
    expect((await site.fixture.records(topic)).length).toBeGreaterThanOrEqual(101);
  });

  it('a relay is constructed, stopped and closed at once while no broker answers', async () => {
    await site.begin(`127.0.0.1:${await freePort()}`);
    const { bus } = await site.open();
    const consumer = await bus.consume(groupOf(forever));
    await vi.waitFor(() => expect(bus.status()).rejects.toBeInstanceOf(MessageBusUnavailableError), patient);
    expect(await bus.parked()).toEqual([]);
    await consumer.stop();
    await vi.waitFor(() => expect(site.relayFaults.length).toBeGreaterThan(0), patient);
    await site.relay.stop();
  });
});
