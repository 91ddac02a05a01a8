import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '#test/fakes/garbage.js';
import { anySignal } from './any-signal.js';

const abortedByOneThatIsGone = (lasting: AbortSignal): AbortSignal => {
  const passing = new AbortController();
  const any = anySignal([lasting, passing.signal]);
  passing.abort();
  return any;
};

it('a combined signal is aborted even when the source that aborted was collected', async () => {
  const lasting = new AbortController();
  const direct = abortedByOneThatIsGone(lasting.signal);
  const nested = anySignal([abortedByOneThatIsGone(lasting.signal), new AbortController().signal]);
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await sleep(1);
  }
  expect(direct.aborted).toBe(true);
  expect(nested.aborted).toBe(true);
});

it('a combined signal is aborted with the first of its sources, not before, and has its reason', () => {
  const controller = new AbortController();
  const any = anySignal([controller.signal, new AbortController().signal]);
  expect(any.aborted).toBe(false);
  controller.abort('enough');
  expect(any.reason).toBe('enough');
});
