import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { LentServices, type ServiceSettings } from './lent-services.js';
import { PrintedOutput } from './printed-output.js';
import type { HeldService } from './running-service.js';

const [one, other] = [{ TRANSLEDGER_INFERENCE: 'echo' }, { TRANSLEDGER_INFERENCE: 'apertium' }];

/** Two processes that run. */
const [first, second] = [process.pid, process.ppid];

/** A service without any process, known by the port. */
class FakeService {
  isRunning = true;
  isDisposed = false;

  constructor(readonly port: number) {}

  get held(): HeldService {
    const ended = async () => 0;
    const process = { pid: this.port, printed: new PrintedOutput('/nowhere'), ended };
    return {
      dataDir: '/nowhere',
      port: this.port,
      metricsPort: 0,
      apiKey: 'key',
      process,
      startAgain: async () => process,
    };
  }

  async restart(): Promise<void> {
    this.isRunning = true;
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.isRunning = false;
  }
}

const lending = (failures = 0) => {
  const started: FakeService[] = [];
  let left = failures;
  const services = new LentServices(async () => {
    await Promise.resolve();
    if (left > 0) {
      left -= 1;
      throw new Error('no room');
    }
    const service = new FakeService(started.length + 1);
    started.push(service);
    return service;
  });
  const borrow = async (settings: ServiceSettings, borrower: number) =>
    (await services.borrow(settings, borrower)).port;
  return { services, started, borrow };
};

describe('services that files share', () => {
  it('who ask for the same settings at once get the same service', async () => {
    const { started, borrow } = lending();
    const [a, b] = [
      { X: '1', Y: '2' },
      { Y: '2', X: '1' },
    ];
    expect(await Promise.all([borrow(a, first), borrow(b, second)])).toEqual([1, 1]);
    expect(started).toHaveLength(1);
  });

  it('a start that fails fails for all who wait for it, and the next one is another', async () => {
    const { borrow } = lending(1);
    const outcomes = await Promise.allSettled([borrow(one, first), borrow(one, second)]);
    expect(outcomes).toMatchObject(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ message: 'no room' }) }),
    );
    expect(await borrow(one, first)).toBe(1);
  });

  it('a service ends when each of its borrowers has borrowed another, and not before', async () => {
    const { started, borrow } = lending();
    await borrow(one, first);
    await borrow(one, second);
    await borrow(other, first);
    expect(started[0]?.isDisposed).toBe(false);
    await borrow(other, second);
    expect(started.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
  });

  it('a service whose borrower has ended is no longer held', async () => {
    const { started, borrow } = lending();
    await borrow(one, spawnSync('true').pid);
    await borrow(other, first);
    expect(started[0]?.isDisposed).toBe(true);
  });

  it('a service that was killed and not started again is replaced, by one for all who ask', async () => {
    const { started, borrow } = lending();
    await borrow(one, first);
    for (const service of started) service.isRunning = false;
    expect(await Promise.all([borrow(one, first), borrow(one, second)])).toEqual([2, 2]);
    expect(started.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
  });

  it('a service that is started again is the same one', async () => {
    const { services, started, borrow } = lending();
    await borrow(one, first);
    for (const service of started) service.isRunning = false;
    expect((await services.startAgain(one)).port).toBe(1);
    expect(await borrow(one, second)).toBe(1);
    await expect(services.startAgain(other)).rejects.toThrow('This service is not lent.');
  });

  it('all end at once, and are lent anew after that', async () => {
    const { services, started, borrow } = lending();
    await Promise.all([borrow(one, first), borrow(other, second)]);
    await services.endAll();
    expect(started.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect(await borrow(one, first)).toBe(3);
  });
});
