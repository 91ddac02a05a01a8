import { expect, it } from 'vitest';
import { type Priority, turnsForADocument, WaitingWork } from './waiting-work.js';

/** Work of `organization priority number`, as `a-i1`. */
const workOf = (...names: string[]): WaitingWork<string> => {
  const work = new WaitingWork<string>();
  for (const name of names) work.add(lineOf(name), name);
  return work;
};
const lineOf = (name: string) => {
  const priority: Priority = name[2] === 'i' ? 'interactive' : 'document';
  return { priority, organizationId: name[0] };
};
const drained = (work: WaitingWork<string>): (string | undefined)[] =>
  Array.from({ length: work.size }, () => work.take());

it('a batch of one organization lets the sentence of another wait for one of its texts', () => {
  const batch = Array.from({ length: 100 }, (_, text) => `a-i${text}`);
  expect(drained(workOf(...batch, 'b-i0')).indexOf('b-i0')).toBe(1);
});

it('a document of one organization lets that of another wait for one of its texts', () => {
  const document = Array.from({ length: 100 }, (_, text) => `a-d${text}`);
  expect(drained(workOf(...document, 'b-d0')).indexOf('b-d0')).toBe(1);
});

it('interactive work goes first, and documents have a turn of their own while it does not end', () => {
  const flood = Array.from({ length: 40 }, (_, text) => `a-i${text}`);
  const order = drained(workOf('b-d0', 'b-d1', ...flood));
  expect([order.indexOf('b-d0'), order.indexOf('b-d1')]).toEqual([turnsForADocument - 1, 2 * turnsForADocument - 1]);
  expect(order).toHaveLength(42);
});

it('what is peeked at is taken next, and what is removed never', () => {
  const work = workOf('a-i0', 'a-i1', 'b-d0');
  work.remove(lineOf('a-i0'), 'a-i0');
  work.remove(lineOf('a-i0'), 'a-i0');
  expect([work.size, work.waiting(lineOf('a-i1')), work.peek(), work.take()]).toEqual([2, 1, 'a-i1', 'a-i1']);
  expect([work.clear(), work.size, work.take(), work.peek()]).toEqual([['b-d0'], 0, undefined, undefined]);
});
