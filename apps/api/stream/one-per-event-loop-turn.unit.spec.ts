import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';

it('one caller passes in each turn of the event loop, in their order', async () => {
  const turnstile = new OnePerEventLoopTurn();
  const passed: number[] = [];
  const passing = [1, 2, 3].map((one) => turnstile.pass().then(() => passed.push(one)));
  const perTurn: number[] = [];
  while (passed.length < 3) {
    const before = passed.length;
    await nextTurn();
    perTurn.push(passed.length - before);
  }
  await Promise.all(passing);
  expect(passed).toEqual([1, 2, 3]);
  expect(Math.max(...perTurn)).toBe(1);
});
