import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { interruptible } from './interruptible.js';

const all = (items: AsyncIterable<number>): Promise<number[]> => Readable.from(items).toArray();

const numbers = async function* (onStop?: () => void): AsyncGenerator<number> {
  try {
    for (let next = 1; next <= 3; next += 1) yield next;
  } finally {
    onStop?.();
  }
};

it.each([undefined, new AbortController().signal])('the same items come when nobody interrupts (%#)', async (signal) =>
  expect(await all(interruptible(numbers(), signal))).toEqual([1, 2, 3]),
);

it('the reason is thrown while the source hangs', async () => {
  const controller = new AbortController();
  const hanging = async function* (): AsyncGenerator<number> {
    yield 1;
    controller.abort(new Error('enough'));
    await new Promise(() => undefined);
  };
  await expect(all(interruptible(hanging(), controller.signal))).rejects.toThrow('enough');
});

it('the source is asked to stop', async () => {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const _ of interruptible(numbers(resolve), controller.signal)) controller.abort(new Error('enough'));
  })();
  await expect(reading).rejects.toThrow('enough');
  await stopped;
});

it("the source's own error is thrown", async () => {
  const failing = async function* (): AsyncGenerator<number> {
    yield 1;
    throw new Error('broken');
  };
  await expect(all(interruptible(failing(), new AbortController().signal))).rejects.toThrow('broken');
});
