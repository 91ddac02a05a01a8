import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { CutShortError, SilenceError, StreamItems } from './stream-items.js';

const open = () => {
  const stream = new PassThrough({ objectMode: true });
  return { stream, items: new StreamItems<string>(stream, async () => undefined) };
};

it('all items come before the end', async () => {
  const { stream, items } = open();
  stream.write('a');
  stream.end('b');
  expect([await items.next(1_000), await items.next(1_000), await items.next(1_000)]).toEqual(['a', 'b', undefined]);
});

it('a stream that is closed before its end is no end, whether items came or not', async () => {
  const [empty, begun] = [open(), open()];
  empty.stream.destroy();
  await expect(empty.items.next(1_000)).rejects.toThrow(CutShortError);
  begun.stream.write('a');
  expect(await begun.items.next(1_000)).toBe('a');
  begun.stream.destroy();
  await expect(begun.items.next(1_000)).rejects.toThrow(CutShortError);
});

it('the error of a stream and its silence are told apart', async () => {
  const { stream, items } = open();
  await expect(items.next(5)).rejects.toThrow(SilenceError);
  stream.destroy(new Error('reset'));
  await expect(items.next(1_000)).rejects.toThrow('reset');
});
