import { expect, it, vi } from 'vitest';
import { keepRunning } from './kept-engine.js';

/** Servers that end when they are told to. */
const servers = () => {
  const started: { port: number | undefined; end: () => void; isStopped: boolean }[] = [];
  let failures = 0;
  const start = async (port?: number) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('the port is taken');
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = { port, end: resolve, isStopped: false };
    started.push(one);
    const stop = async () => {
      one.isStopped = true;
      resolve();
    };
    return { server: { ended: () => promise, stop }, port: port ?? 4_000 };
  };
  const failNext = (times: number) => {
    failures = times;
  };
  return { started, start, failNext };
};

it('an engine that ends is started again on its port, until it starts', async () => {
  const { started, start, failNext } = servers();
  const outcomes: string[] = [];
  const kept = await keepRunning(start, (outcome) => outcomes.push(outcome), 1);
  failNext(2);
  started[0]?.end();
  await vi.waitFor(() => expect(started).toHaveLength(2), 30_000);
  expect(started.map(({ port }) => port)).toEqual([undefined, 4_000]);
  expect(outcomes).toEqual(['did not start again', 'did not start again', 'started again']);
  await kept.stop();
  expect(started[1]?.isStopped).toBe(true);
});

it('an engine that is stopped is not started again', async () => {
  const { started, start } = servers();
  const kept = await keepRunning(start, () => undefined, 1);
  await kept.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(started).toHaveLength(1);
});
