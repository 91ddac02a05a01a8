import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePositions, type Position, START } from '#libs/event-store/position.js';
import { ContiguousCheckpoint } from './contiguous-checkpoint.js';

const at = (number: number): Position => String(number).padStart(6, '0') as Position;

it('is held back by the first message that is not done', () => {
  const checkpoint = new ContiguousCheckpoint(START);
  const first = checkpoint.note(at(1));
  const second = checkpoint.note(at(2));
  second();
  expect(checkpoint.position).toBe(START);
  first();
  expect(checkpoint.position).toBe(at(2));
});

it('has passed everything done before the first undone, in whatever order messages end', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(60).keys()]), (order) => {
      const checkpoint = new ContiguousCheckpoint(START);
      const ends = Array.from({ length: 60 }, (_, index) => checkpoint.note(at(index)));
      const done = new Set<number>();
      for (const index of order) {
        const before = checkpoint.position;
        ends[index]?.();
        done.add(index);
        const firstUndone = ends.findIndex((_, candidate) => !done.has(candidate));
        const passed = firstUndone === -1 ? 60 : firstUndone;
        expect(checkpoint.position).toBe(passed === 0 ? START : at(passed - 1));
        expect(comparePositions(checkpoint.position, before)).toBeGreaterThanOrEqual(0);
        expect(checkpoint.waiting).toBe(60 - passed);
      }
    }),
  ));

it('forgets what it has passed', () => {
  const checkpoint = new ContiguousCheckpoint(START);
  for (let index = 0; index < 5_000; index += 1) checkpoint.note(at(index))();
  expect(checkpoint.waiting).toBe(0);
  expect(checkpoint.position).toBe(at(4_999));
});
