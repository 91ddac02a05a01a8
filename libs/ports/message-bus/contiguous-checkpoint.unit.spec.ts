import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePositions, type Position, START } from '#libs/ports/event-store/position.js';
import { ContiguousCheckpoint } from './contiguous-checkpoint.js';

const at = (number: number): Position => String(number).padStart(6, '0') as Position;

it('the checkpoint is held back by the first message that is not done', () => {
  const checkpoint = new ContiguousCheckpoint<Position>(START);
  const first = checkpoint.note(at(1));
  const second = checkpoint.note(at(2));
  second();
  expect(checkpoint.position).toBe(START);
  first();
  expect(checkpoint.position).toBe(at(2));
});

it('the checkpoint passes everything done before the first undone, in whatever order messages end', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(60).keys()]), (order) => {
      const checkpoint = new ContiguousCheckpoint<Position>(START);
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
        expect(checkpoint.undone).toBe(60 - done.size);
        expect(checkpoint.entries).toBeLessThanOrEqual(2 * checkpoint.undone);
      }
    }),
  ));

it('the checkpoint passes a range without messages once all before it is done', () => {
  const checkpoint = new ContiguousCheckpoint<Position>(START);
  checkpoint.pass(at(1));
  expect(checkpoint.position).toBe(at(1));
  const end = checkpoint.note(at(2));
  checkpoint.pass(at(3));
  expect(checkpoint.position).toBe(at(1));
  end();
  expect(checkpoint.position).toBe(at(3));
});

it('the checkpoint does not grow while one message takes long and the log goes on', () => {
  const checkpoint = new ContiguousCheckpoint<Position>(START);
  const slow = checkpoint.note(at(0));
  for (let index = 1; index < 50_000; index += 2) {
    checkpoint.note(at(index))();
    checkpoint.pass(at(index + 1));
  }
  expect(checkpoint.entries).toBe(2);
  expect(checkpoint.undone).toBe(1);
  expect(checkpoint.position).toBe(START);
  slow();
  expect(checkpoint.position).toBe(at(50_000));
  expect(checkpoint.entries).toBe(0);
});

it('a message that is ended twice is counted once', () => {
  const checkpoint = new ContiguousCheckpoint<Position>(START);
  const end = checkpoint.note(at(1));
  checkpoint.note(at(2));
  end();
  end();
  expect(checkpoint.undone).toBe(1);
  expect(checkpoint.position).toBe(at(1));
});
