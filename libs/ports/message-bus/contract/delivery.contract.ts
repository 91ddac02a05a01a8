import { expect, it, vi } from 'vitest';
import { type BusSuite, forever, numberOf, patient, pause, Recorder, range } from './bus.suite.js';

export const deliveryContract = (suite: BusSuite): void => {
  it("each event of a group's types is delivered once, including those from before the group began", async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group(recorder.record);
    await suite.append([1, 2]);
    await bus.consume(group);
    await recorder.has(2);
    await suite.append([3]);
    await recorder.has(3);
    await suite.passed(bus, group);
    expect(recorder.numbers).toEqual([1, 2, 3]);
    expect(recorder.attempts).toEqual([1, 1, 1]);
    expect(new Set(recorder.deliveries.map(({ message }) => message.type))).toEqual(new Set([suite.type]));
  });

  it('every group gets all messages, however slow another is', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    await bus.consume(suite.group(forever));
    await bus.consume(suite.group(recorder.record));
    await suite.append(range(20));
    await recorder.has(20);
    expect(recorder.numbers).toEqual(range(20));
  });

  it('a group that is consumed again resumes where it was', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group(recorder.record);
    await suite.append(range(50));
    const consumer = await bus.consume(group);
    await recorder.has(50);
    await consumer.stop();
    await suite.append([51]);
    await bus.consume(group);
    await recorder.has(51);
    expect(recorder.numbers).toEqual(range(51));
  });

  it('messages of a key are handled one at a time and in order, and as many keys at once as allowed', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const running = new Set<number>();
    let peak = 0;
    const group = suite.group(
      async (delivery) => {
        const key = numberOf(delivery) % 5;
        expect(running).not.toContain(key);
        running.add(key);
        peak = Math.max(peak, running.size);
        await pause(5);
        running.delete(key);
        await recorder.record(delivery);
      },
      { concurrency: 3, keyOf: ({ data }) => String(Number(data.n) % 5) },
    );
    await suite.append(range(60)); // from one stream, which the keys divide
    await bus.consume(group);
    await recorder.has(60);
    await suite.passed(bus, group);
    for (const key of range(5, 0)) {
      expect(recorder.numbers.filter((n) => n % 5 === key)).toEqual(range(60).filter((n) => n % 5 === key));
    }
    expect(peak).toBe(3);
    expect(await bus.parked(group.name)).toEqual([]);
  });

  it('a handler that never ends holds up its own key only, however many messages follow', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group((delivery) => (numberOf(delivery) === 1 ? forever() : recorder.record(delivery)));
    await suite.append([1, 2], () => 'slow');
    await bus.consume(group);
    await suite.append(range(2_500, 3), (n) => String(n % 20));
    await recorder.has(2_500);
    expect(recorder.numbers).not.toContain(2);
  });

  it('none of 5,000 messages is lost, and each of many keys keeps its order', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group(recorder.record);
    const streamOf = (n: number) => String(n % 40);
    await suite.append(range(2_500), streamOf);
    await bus.consume(group);
    await suite.append(range(2_500, 2_501), streamOf);
    await recorder.has(5_000);
    await suite.passed(bus, group);
    expect([...recorder.numbers].sort((a, b) => a - b)).toEqual(range(5_000));
    for (const key of range(40, 0)) {
      const revisions = recorder.deliveries
        .filter((delivery) => numberOf(delivery) % 40 === key)
        .map(({ message }) => message.revision);
      expect(revisions).toEqual(range(125, 0));
    }
  });

  it('a message waits behind 3,000 of another organization for what is in hand alone, and none of them is lost', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    let isOpen = false;
    const group = suite.group(
      async (delivery) => {
        const isFlood = delivery.message.metadata.organizationId === 'org_flood';
        while (isFlood && !isOpen && !delivery.signal.aborted) await pause(10);
        delivery.signal.throwIfAborted();
        await recorder.record(delivery);
      },
      // One stream, so one partition, and a key for each message.
      { concurrency: 2, keyOf: ({ id }) => id },
    );
    await suite.append(range(3_000), () => 'one', 'org_flood');
    await suite.append([3_001], () => 'one', 'org_other');
    const consumer = await bus.consume({ ...group, perOrganization: 1 });
    await recorder.has(1);
    expect(recorder.numbers).toEqual([3_001]);

    await consumer.stop(0);
    isOpen = true;
    await bus.consume(group);
    await recorder.has(3_002);
    await suite.passed(bus, group);
    expect([...new Set(recorder.numbers)].sort((a, b) => a - b)).toEqual(range(3_001));
    expect(await bus.parked(group.name)).toEqual([]);
  });

  it('the status reports how far each group is behind', async () => {
    const { bus } = await suite.open();
    let open = false;
    const group = suite.group(async ({ signal }) => {
      while (!open && !signal.aborted) await pause(10);
    });
    await bus.consume(group);
    await suite.append(range(7));
    await vi.waitFor(
      async () => expect(await suite.statusOf(bus, group)).toMatchObject({ lagEvents: 7, parked: 0 }),
      patient,
    );
    await vi.waitFor(async () => {
      const status = await suite.statusOf(bus, group);
      expect(status?.lagSeconds).toBeGreaterThan(0.2);
    }, patient);
    open = true;
    await suite.passed(bus, group);
    expect(await suite.statusOf(bus, group)).toMatchObject({ lagEvents: 0, lagSeconds: 0 });
  });
};
