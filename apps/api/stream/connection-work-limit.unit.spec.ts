import { expect, it } from 'vitest';
import { ConnectionWorkLimit } from './connection-work-limit.js';

const never = new AbortController().signal;
const quarter = 6 * 1024;

const entering = (share: ConnectionWorkLimit, bytes: number, signal = never) => {
  const entry = { leave: undefined as (() => void) | undefined, done: Promise.resolve() };
  entry.done = share.enter(bytes, signal).then((leave) => {
    entry.leave = leave;
  });
  entry.done.catch(() => undefined);
  return entry;
};

const settled = () => new Promise(setImmediate);

it('a bounded amount of text is in work, and the rest follows in its order', async () => {
  const share = new ConnectionWorkLimit();
  const entries = Array.from({ length: 6 }, () => entering(share, quarter));
  await settled();
  expect(entries.map(({ leave }) => leave !== undefined)).toEqual([true, true, true, true, false, false]);
  entries[2]?.leave?.();
  await settled();
  expect(entries.map(({ leave }) => leave !== undefined)).toEqual([true, true, true, true, true, false]);
});

it('there is room for a single text, however large it is, and for many small ones', async () => {
  const large = entering(new ConnectionWorkLimit(), 256 * 1024);
  const share = new ConnectionWorkLimit();
  const small = Array.from({ length: 200 }, () => entering(share, 100));
  await settled();
  expect(large.leave).toBeTypeOf('function');
  expect(small.every(({ leave }) => leave !== undefined)).toBe(true);
});

it('a waiting text that was aborted is forgotten', async () => {
  const share = new ConnectionWorkLimit();
  const first = entering(share, 4 * quarter);
  const leaving = new AbortController();
  const second = entering(share, quarter, leaving.signal);
  const third = entering(share, quarter);
  await settled();
  leaving.abort(new Error('cancelled'));
  await expect(second.done).rejects.toThrow('cancelled');
  first.leave?.();
  await third.done;
});
