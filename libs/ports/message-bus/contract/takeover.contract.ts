import { expect, it, vi } from 'vitest';
import type { Delivery } from '../message-bus.port.js';
import { type BusSuite, forever, numberOf, patient, pause, Recorder, range, untilAborted } from './bus.suite.js';

export const takeoverContract = (suite: BusSuite): void => {
  it('one process at a time handles a key, and another takes over when it stops', async () => {
    const [first, second] = [await suite.open(), await suite.open()];
    const recorders = [new Recorder(), new Recorder()] as const;
    const running = new Set<string>();
    const inTurn = (recorder: Recorder) => async (delivery: Delivery) => {
      const { stream } = delivery.message;
      expect(running).not.toContain(stream);
      running.add(stream);
      await pause(2);
      running.delete(stream);
      await recorder.record(delivery);
    };
    const group = suite.group(inTurn(recorders[0]));
    const streamOf = (n: number) => String(n % 6);
    const all = () => [...recorders[0].numbers, ...recorders[1].numbers];
    const handled = (count: number) => vi.waitFor(() => expect(new Set(all()).size).toBe(count), patient);
    const consumer = await first.bus.consume(group);
    await suite.append(range(30), streamOf);
    await recorders[0].has(30);
    await second.bus.consume({ ...group, handle: inTurn(recorders[1]) });
    await suite.append(range(30, 31), streamOf);
    await handled(60);
    await consumer.stop();
    const before = recorders[0].deliveries.length;
    await suite.append(range(30, 61), streamOf);
    await handled(90);
    expect(recorders[0].deliveries).toHaveLength(before);
    expect(recorders[1].numbers).toEqual(expect.arrayContaining(range(30, 61)));
    expect(await second.bus.parked(group.name)).toEqual([]);
  });

  it('messages in hand of a dead process are delivered again, even after their effect', async () => {
    const [first, second] = [await suite.open(), await suite.open()];
    const [effects, again] = [new Recorder(), new Recorder()];
    const group = suite.group((delivery) => effects.record(delivery).then(forever));
    await suite.append([1]);
    await first.bus.consume(group);
    await effects.has(1);
    await second.bus.consume({ ...group, handle: again.record });
    await first.kill();
    await again.has(1);
    expect(again.numbers).toEqual([1]);
    await vi.waitFor(() => expect(effects.deliveries[0]?.signal.aborted).toBe(true), patient);
  });

  it('no message of a dead process is lost, in whatever order its messages had ended', async () => {
    const [first, second] = [await suite.open(), await suite.open()];
    const [before, after] = [new Recorder(), new Recorder()];
    const isHeld = (n: number) => n % 7 === 0;
    const group = suite.group((delivery) => (isHeld(numberOf(delivery)) ? forever() : before.record(delivery)), {
      concurrency: 40,
    });
    await suite.append(range(200), (n) => String(n));
    await first.bus.consume(group);
    await before.has(200 - 28);
    await first.kill();
    await second.bus.consume({ ...group, handle: after.record });
    await suite.passed(second.bus, group);
    const seen = new Set([...before.numbers, ...after.numbers]);
    expect([...seen].sort((a, b) => a - b)).toEqual(range(200));
    expect(after.numbers).toEqual(expect.arrayContaining(range(200).filter(isHeld)));
  });

  it('a message that was parked when its process died is not delivered again', async () => {
    const [first, second] = [await suite.open(), await suite.open()];
    const after = new Recorder();
    const group = suite.group((delivery) =>
      numberOf(delivery) === 1 ? forever() : Promise.reject(new Error('never works')),
    );
    await suite.append([1, 2], (n) => String(n));
    await first.bus.consume(group);
    await suite.parked(second.bus, group, 1);
    await first.kill();
    await second.bus.consume({ ...group, handle: after.record });
    await suite.passed(second.bus, group);
    expect(after.numbers).toEqual([1]);
    expect(await second.bus.parked(group.name)).toMatchObject([{ attempts: 1 }]);
  });

  it('a stopping consumer finishes its messages in hand, begins no others, and none of them is delivered again', async () => {
    const { bus } = await suite.open();
    const [recorder, later] = [new Recorder(), new Recorder()];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const group = suite.group((delivery) => recorder.record(delivery).then(() => opened), { concurrency: 3 });
    await suite.append(range(10), (n) => String(n));
    const consumer = await bus.consume(group);
    await recorder.has(3);
    let isStopped = false;
    const stopping = consumer.stop(60_000).then(() => {
      isStopped = true;
    });
    await pause(300);
    expect(isStopped).toBe(false);
    open();
    await stopping;
    expect(recorder.deliveries.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
    await bus.consume({ ...group, handle: later.record });
    await suite.passed(bus, group);
    const handled = [...recorder.numbers, ...later.numbers];
    expect(handled.sort((a, b) => a - b)).toEqual(range(10));
    expect(recorder.numbers).toHaveLength(3);
  });

  it('messages in hand are aborted after the grace period, and delivered again', async () => {
    const { bus } = await suite.open();
    const [recorder, later] = [new Recorder(), new Recorder()];
    const group = suite.group((delivery) => recorder.record(delivery).then(() => untilAborted(delivery.signal)), {
      retryDelays: [1, 1],
    });
    await suite.append([1, 2]);
    const consumer = await bus.consume(group);
    await recorder.has(1);
    await consumer.stop(50);
    expect(recorder.deliveries[0]?.signal.aborted).toBe(true);
    expect(await bus.parked(group.name)).toEqual([]);
    await bus.consume({ ...group, handle: later.record });
    await later.has(2);
    expect(later.numbers).toEqual([1, 2]);
    expect(later.attempts).toEqual([1, 1]);
  });

  it('a stopping consumer does not wait for ever for a handler that ignores its signal', async () => {
    const { bus } = await suite.open();
    const [recorder, later] = [new Recorder(), new Recorder()];
    const group = suite.group((delivery) => recorder.record(delivery).then(forever));
    await suite.append([1]);
    const consumer = await bus.consume(group);
    await recorder.has(1);
    await consumer.stop(0);
    await bus.consume({ ...group, handle: later.record });
    await later.has(1);
  });

  it('a consumer stops at once while a message waits for its next try, which is delivered again', async () => {
    const { bus } = await suite.open();
    const [recorder, later] = [new Recorder(), new Recorder()];
    const handle = (delivery: Parameters<typeof recorder.record>[0]) =>
      recorder.record(delivery).then(() => Promise.reject(new Error('not now')));
    const group = suite.group(handle, { retryDelays: [3_600_000] });
    await suite.append([1]);
    const consumer = await bus.consume(group);
    await recorder.has(1);
    await pause(50);
    await consumer.stop(3_600_000);
    await bus.consume({ ...group, handle: later.record });
    await later.has(1);
  });

  it('a consumer goes on by itself when its connections break', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    const group = suite.group(async (delivery) => {
      await pause(2);
      await recorder.record(delivery);
    });
    await suite.append(range(300), (n) => String(n % 10));
    await bus.consume(group);
    await recorder.has(30);
    await suite.engine.breakConnections();
    await recorder.has(200);
    await suite.engine.breakConnections();
    await suite.passed(bus, group);
    expect(new Set(recorder.numbers).size).toBe(300);
    expect(await bus.parked(group.name)).toEqual([]);
  });

  it('every consumer ends when the bus is closed', async () => {
    const { bus } = await suite.open();
    const recorder = new Recorder();
    await Promise.all([bus.consume(suite.group(recorder.record)), bus.consume(suite.group(recorder.record))]);
    await suite.append([1]);
    await recorder.has(2);
    await bus.close();
    await suite.append([2]);
    await pause(300);
    expect(recorder.numbers).toEqual([1, 1]);
  });
};
