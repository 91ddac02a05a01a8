import { expect, it } from 'vitest';
import { OneByOne } from './one-by-one.js';

it('work of one name goes one after the other, also after a failure; that of another goes beside it', async () => {
  const turns = new OneByOne();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = Promise.allSettled([
    turns.run('a', async () => {
      await first.promise;
      done.push('a1');
      throw new Error('failed');
    }),
    turns.run('a', async () => done.push('a2')),
    turns.run('b', async () => {
      done.push('b');
      first.resolve();
    }),
  ]);
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(done).toEqual(['b', 'a1', 'a2']);
});
