import { expect, it } from 'vitest';
import { unlessAborted } from './unless-aborted.js';
import { untilAborted } from './until-aborted.js';

const never = new Promise<never>(() => undefined);
const { signal } = new AbortController();
const stopped = new Error('stopped');

it.each([untilAborted, unlessAborted])(
  'a result comes, and so does an error, while nothing is aborted (%#)',
  async (wait) => {
    expect(await wait(Promise.resolve(1), signal)).toBe(1);
    await expect(wait(Promise.reject(stopped), signal)).rejects.toBe(stopped);
  },
);

it('a wait ends with the reason of its signal, before and while it waits', async () => {
  await expect(untilAborted(never, AbortSignal.abort(stopped))).rejects.toBe(stopped);
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort(stopped);
  await expect(waiting).rejects.toBe(stopped);
});

it('a wait that may be given up ends without a result, before and while it waits', async () => {
  expect(await unlessAborted(never, AbortSignal.abort(stopped))).toBeUndefined();
  const controller = new AbortController();
  const waiting = unlessAborted(never, controller.signal);
  controller.abort(stopped);
  expect(await waiting).toBeUndefined();
});
