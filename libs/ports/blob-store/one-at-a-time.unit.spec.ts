import { expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.js';

it('tasks of one key run in their order, one after another, also after a failure', async () => {
  const tasks = new OneAtATime();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === 'first') throw new Error('failed');
    return name;
  };
  const [first, second] = await Promise.allSettled([tasks.run('key', task('first')), tasks.run('key', task('second'))]);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 'second' });
});

it('a task does not wait for tasks of another key', async () => {
  const tasks = new OneAtATime();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = tasks.run('slow', () => promise);
  expect(await tasks.run('fast', async () => 'done')).toBe('done');
  resolve();
  await slow;
});
