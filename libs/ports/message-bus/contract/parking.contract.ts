import { expect, it, vi } from 'vitest';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { Delivery } from '../message-bus.port.js';
import { type BusSuite, numberOf, patient, pause, Recorder, range } from './bus.suite.js';

const refuse = (reason = 'no such pair'): never => {
  throw new RangeError(reason);
};

export const parkingContract = (suite: BusSuite): void => {
  it('a message is tried again after each wait, and passed when it succeeds in the end', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const began: number[] = [];
    const handle = async (delivery: Parameters<typeof recorder.record>[0]) => {
      began.push(performance.now());
      await recorder.record(delivery);
      if (delivery.attempt < 3) refuse();
    };
    const group = suite.group(handle, { retryDelays: [50, 300] });
    await suite.append([1]);
    await bus.consume(group);
    await suite.passed(bus, group);
    const [first = 0, second = 0, third = 0] = began;
    expect(recorder.attempts).toEqual([1, 2, 3]);
    expect(second - first).toBeGreaterThan(45);
    expect(third - second).toBeGreaterThan(295);
    expect(await bus.parked(group.name)).toEqual([]);
  });

  it('a message that waits for its next try holds up its own key only', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const handle = async (delivery: Parameters<typeof recorder.record>[0]) =>
      numberOf(delivery) <= 3 ? refuse() : recorder.record(delivery);
    const group = suite.group(handle, { retryDelays: [3_600_000], concurrency: 1 });
    await suite.append([1, 2, 3, 4, 5], (n) => String(n));
    await suite.append([6], () => '1');
    await bus.consume(group);
    await recorder.has(2);
    await pause(100);
    expect(recorder.numbers.sort()).toEqual([4, 5]);
  });

  it('a try that meets an outage is not counted', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const handle = async (delivery: Parameters<typeof recorder.record>[0]) => {
      await recorder.record(delivery);
      if (recorder.attempts.length <= 3) throw new EventStoreUnavailableError('away');
      if (recorder.attempts.length === 4) refuse();
    };
    const group = suite.group(handle, { retryDelays: [1] });
    await suite.append([1]);
    await bus.consume(group);
    await suite.passed(bus, group);
    expect(recorder.attempts).toEqual([1, 1, 1, 1, 2]);
    expect(await bus.parked(group.name)).toEqual([]);
  });

  it('a message whose tries are used up is parked alone, with its reason', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const handle = async (delivery: Parameters<typeof recorder.record>[0]) =>
      numberOf(delivery) === 2 ? refuse() : recorder.record(delivery);
    const group = suite.group(handle, { retryDelays: [1, 1] });
    await suite.append([1, 2, 3]);
    await bus.consume(group);
    const [parked] = await suite.parked(bus, group, 1);
    expect(parked).toMatchObject({
      group: group.name,
      stream: `${suite.type}-one`,
      type: suite.type,
      reason: 'RangeError: no such pair',
      cause: { name: 'RangeError', stack: expect.arrayContaining([expect.stringContaining('refuse')]) },
      attempts: 3,
    });
    expect(parked?.cause).not.toHaveProperty('message');
    expect(Date.parse(parked?.parkedAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
    await recorder.has(2);
    await suite.passed(bus, group);
    expect(recorder.numbers).toEqual([1, 3]);
    expect(await suite.statusOf(bus, group)).toMatchObject({ parked: 1 });
  });

  it('every try that fails is reported, with its cause and what follows', async () => {
    const { bus } = await suite.open();
    const told: { event: string; facts: object }[] = [];
    const lifeCycle: LifeCycle = { emit: (event, facts) => void told.push({ event, facts }) };
    const handle = async ({ attempt }: Delivery) => {
      if (attempt === 1 && told.length === 0) throw new EventStoreUnavailableError('away');
      refuse();
    };
    const group = suite.group(handle, { retryDelays: [5], lifeCycle });
    await suite.append([1]);
    await bus.consume(group);
    const [parked] = await suite.parked(bus, group, 1);
    const place = { group: group.name, event: parked?.eventId, type: suite.type, stream: `${suite.type}-one` };
    const cause = { name: 'RangeError', stack: expect.any(Array) };
    await vi.waitFor(() => expect(told).toHaveLength(3), patient);
    expect(told).toMatchObject([
      {
        event: 'message.delayed',
        facts: { ...place, attempt: 1, cause: { name: 'EventStoreUnavailableError' }, retryInMs: expect.any(Number) },
      },
      { event: 'message.retried', facts: { ...place, attempt: 1, cause, retryInMs: 5 } },
      { event: 'message.parked', facts: { ...place, attempt: 2, cause } },
    ]);
    expect(JSON.stringify(told)).not.toContain('no such pair');
  });

  it('a message without a key is parked', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group(recorder.record, {
      keyOf: ({ data }) => (data.n === 1 ? refuse('no key') : String(data.n)),
    });
    await suite.append([1, 2]);
    await bus.consume(group);
    await suite.parked(bus, group, 1);
    await recorder.has(1);
    expect(recorder.numbers).toEqual([2]);
  });

  it('a park reason has 500 characters at most, without values of the event', async () => {
    const { bus } = await suite.open();
    const group = suite.group(async (delivery) =>
      refuse(numberOf(delivery) === 1 ? 'x'.repeat(5_000) : `cannot use ${delivery.message.metadata.secret}`),
    );
    await suite.append([1]);
    const event = { id: crypto.randomUUID(), type: suite.type, version: 1, data: { n: 2 } };
    await suite.engine.eventStore.append(
      `${suite.type}-two`,
      [{ ...event, metadata: { secret: 'Dear Sir or Madam' } }],
      'no-stream',
    );
    await bus.consume(group);
    const reasons = (await suite.parked(bus, group, 2)).map(({ reason }) => reason);
    expect(reasons.map((reason) => reason.length)).toEqual([500, 'RangeError'.length]);
    expect(reasons[1]).toBe('RangeError');
  });

  it('a parked message is tried again when any process asks, and forgotten once it succeeds', async () => {
    const { bus } = await suite.open();
    const { bus: elsewhere } = await suite.open();
    const recorder = new Recorder();
    let healed = false;
    const group = suite.group((delivery) => (healed ? recorder.record(delivery) : refuse()));
    await suite.append([1, 2]);
    await bus.consume(group);
    await suite.parked(elsewhere, group, 2);
    healed = true;
    await pause(100);
    expect(recorder.deliveries).toEqual([]);
    expect(await elsewhere.retryParked(group.name)).toBe(2);
    await recorder.has(2);
    expect(recorder.numbers).toEqual([1, 2]);
    await suite.parked(elsewhere, group, 0);
  });

  it('a parked message that fails again is parked again, its tries added up', async () => {
    const { bus } = await suite.open();
    let reason = 'first';
    const group = suite.group(async () => refuse(reason), { retryDelays: [1] });
    await suite.append([1]);
    await bus.consume(group);
    await suite.parked(bus, group, 1);
    reason = 'second';
    await bus.retryParked(group.name);
    await expect
      .poll(() => bus.parked(group.name), { timeout: 45_000 })
      .toMatchObject([{ attempts: 4, reason: 'RangeError: second' }]);
  });

  it('only the requested messages of the group are given back', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    let healed = false;
    const handle = (delivery: Parameters<typeof recorder.record>[0]) => (healed ? recorder.record(delivery) : refuse());
    const [group, other] = [suite.group(handle), suite.group(async () => refuse())];
    await suite.append([1, 2, 3]);
    await Promise.all([bus.consume(group), bus.consume(other)]);
    const [, second] = await suite.parked(bus, group, 3);
    await suite.parked(bus, other, 3);
    healed = true;
    expect(await bus.retryParked(group.name, crypto.randomUUID())).toBe(0);
    expect(await bus.retryParked(group.name, 'no id at all')).toBe(0);
    expect(await bus.retryParked(group.name, second?.eventId)).toBe(1);
    await suite.parked(bus, group, 2);
    expect(recorder.numbers).toEqual([2]);
    expect((await bus.parked(other.name)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it('a request to try again is kept until a consumer is there', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const poisoned = suite.group(async () => refuse());
    await suite.append(range(3));
    const consumer = await bus.consume(poisoned);
    await suite.parked(bus, poisoned, 3);
    await consumer.stop();
    expect(await bus.retryParked(poisoned.name)).toBe(3);
    await bus.consume({ ...poisoned, handle: recorder.record });
    await recorder.has(3);
    await suite.parked(bus, poisoned, 0);
    expect(recorder.numbers).toEqual([1, 2, 3]);
  });
};
