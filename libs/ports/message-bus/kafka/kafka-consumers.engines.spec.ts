import { expect, it, vi } from 'vitest';
import { numberOf, patient, pause, Recorder, range, untilAborted } from '../contract/bus.suite.js';
import { NotAnEventError } from './event-record.js';
import { sessionTimeoutMs } from './kafka-bus.fixture.js';
import { groupOf, onEachKafka, sorted, topic } from './kafka-site.fixture.js';

onEachKafka('consumers', (site) => {
  it('everything is published and delivered in order when the broker dies and comes back', async () => {
    await site.begin();
    const { bus, faults } = await site.open();
    const recorder = new Recorder();
    await bus.consume(groupOf(recorder.record));
    await site.append(range(300));
    await recorder.has(100);
    await site.broker.kill();
    await site.append(range(300, 301));
    await vi.waitFor(async () => expect(await site.relay.status()).toMatchObject({ state: 'retrying' }), patient);
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), patient);
    await site.broker.restart();
    await site.append(range(100, 601));
    await vi.waitFor(() => expect(new Set(recorder.numbers).size).toBe(700), patient);
    await site.relayed();
    expect(await site.relay.status()).toMatchObject({ state: 'publishing', lagSeconds: 0 });
    expect(await bus.parked()).toEqual([]);
    const published = (await site.fixture.records(topic)).map(({ headers }) => {
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

  it('partitions rest while much of them all is undone, and every one goes on', async () => {
    await site.begin();
    const { bus } = await site.open({ maxUndone: 30 });
    const recorder = new Recorder();
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const group = groupOf(
      async (delivery) => {
        begun += 1;
        await gate.promise;
        await recorder.record(delivery);
      },
      { concurrency: 1_000, keyOf: ({ id }) => id },
    );
    await site.append(range(100));
    await site.relayed();
    await bus.consume(group);
    await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(30), patient);
    // Each of the twelve partitions gives one batch at most before it rests.
    await site.append(range(300, 101));
    await site.relayed();
    await pause(500);
    expect(begun).toBeLessThan(400);
    gate.resolve();
    await recorder.has(400);
    expect(sorted(recorder.numbers)).toEqual(range(400));
    await site.append(range(40, 401));
    await recorder.has(440);
  });

  it('no effect is repeated when everything is published again while no consumer is there', async () => {
    await site.begin();
    const { bus } = await site.open();
    const [recorder, later] = [new Recorder(), new Recorder()];
    const group = groupOf(recorder.record);
    const consumer = await bus.consume(group);
    await site.append(range(40));
    await recorder.has(40);
    await consumer.stop();
    await site.relay.stop();
    await site.fixture.pool.query('update message_bus.kafka_relay set position = $1', ['']);
    site.relay.start();
    await site.append([41]);
    await bus.consume({ ...group, handle: later.record });
    await later.has(1);
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    expect(later.numbers).toEqual([41]);
    // A relay on a new topic may publish some a third time, while leaders of partitions are still chosen.
    expect((await site.fixture.records(topic)).length).toBeGreaterThanOrEqual(81);
  });

  it('a consumer ends work on the partitions that it loses, goes on with the rest, and no message is lost', async () => {
    await site.begin();
    const [first, second] = [await site.open(), await site.open()];
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
    await site.append(range(24), (n) => String(n));
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

  it('a consumer keeps its partitions through work that takes longer than a session', async () => {
    await site.begin();
    const { bus } = await site.open();
    const recorder = new Recorder();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await bus.consume(groupOf((delivery) => recorder.record(delivery).then(() => ended)));
    await site.append([1]);
    await recorder.has(1);
    setTimeout(end, sessionTimeoutMs * 1.75);
    await ended;
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    expect(recorder.deliveries.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  it('a poison message is put on the dead-letter topic, and taken off when it succeeds', async () => {
    await site.begin();
    const { bus } = await site.open();
    let healed = false;
    const recorder = new Recorder();
    const group = groupOf(async (delivery) => {
      if (numberOf(delivery) === 2 && !healed) throw new RangeError('no such pair');
      await recorder.record(delivery);
    });
    await bus.consume(group);
    await site.append([1, 2, 3]);
    await recorder.has(2);
    const [parked] = await vi.waitFor(async () => {
      const all = await bus.parked('things');
      expect(all).toHaveLength(1);
      return all;
    }, patient);
    const [letter] = await site.fixture.records('dead-letters.things');
    expect(String(letter?.key)).toBe(parked?.eventId);
    expect(JSON.parse(String(letter?.value)).data.n).toBe(2);
    expect(String(letter?.headers?.reason)).toBe('RangeError: no such pair');
    expect(String(letter?.headers?.attempts)).toBe('1');
    expect(JSON.parse(String(letter?.headers?.cause))).toEqual(parked?.cause);
    expect(parked?.cause).toMatchObject({ name: 'RangeError', stack: expect.any(Array) });
    healed = true;
    expect(await bus.retryParked('things', parked?.eventId)).toBe(1);
    await recorder.has(3);
    await vi.waitFor(async () => expect(await bus.parked()).toEqual([]), patient);
    const letters = await site.fixture.records('dead-letters.things');
    expect(letters.map(({ key, value }) => [String(key), value === null])).toEqual([
      [parked?.eventId, false],
      [parked?.eventId, true],
    ]);
  });

  it('records that are not events are reported and passed', async () => {
    await site.begin();
    const { bus, faults } = await site.open();
    const recorder = new Recorder();
    await site.append([1]);
    await site.relayed();
    const producer = site.fixture.kafka.producer();
    await producer.connect();
    await producer.send({
      topic: `${site.fixture.topicPrefix}${topic}`,
      messages: range(12).map((n) => ({ key: String(n), value: 'Dear Sir or Madam' })),
    });
    await producer.disconnect();
    await site.append([2]);
    await bus.consume(groupOf(recorder.record));
    await recorder.has(2);
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    const foreign = (await site.fixture.records(topic)).filter(({ headers }) => headers?.position === undefined);
    expect(foreign.length).toBeGreaterThanOrEqual(12); // a producer that is not idempotent may write a record twice
    expect(faults.filter((fault) => fault instanceof NotAnEventError)).toHaveLength(foreign.length);
    expect(sorted(recorder.numbers)).toEqual([1, 2]);
    expect(faults.map(String).join()).not.toContain('Madam');
  });

  it('a group of the embedded bus resumes where it was there', async () => {
    await site.begin();
    const { bus } = await site.open();
    const recorder = new Recorder();
    await site.append(range(5));
    await site.fixture.pool.query(
      `insert into message_bus.consumer_group (name, position, fencing_token, types) values ('things', $1, 1, '{}')`,
      [await site.fixture.eventStore.head()],
    );
    await site.append([6]);
    await bus.consume(groupOf(recorder.record));
    await recorder.has(1);
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    expect(recorder.numbers).toEqual([6]);
  });
});
