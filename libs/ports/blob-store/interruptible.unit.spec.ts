import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { countHeld } from '#test/fakes/garbage.js';
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

it('no more is kept of what was passed on, however much comes', async () => {
  const passed: WeakRef<object>[] = [];
  const objects = async function* (): AsyncGenerator<object> {
    for (let index = 0; index < 100; index += 1) yield { index };
  };
  for await (const item of interruptible(objects(), new AbortController().signal)) {
    passed.push(new WeakRef(item));
    if (passed.length === 90) expect(await countHeld(passed)).toBeLessThan(5);
  }
  expect(passed).toHaveLength(100);
});
