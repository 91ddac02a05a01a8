import { describe, expect, it } from 'vitest';
import { runAtOnce, runInSlices, type SlicedWork } from './time-slices.js';

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

const steps = function* (count: number, done: number[] = []): SlicedWork<number> {
  for (let step = 0; step < count; step += 1) {
    busyFor(2);
    done.push(step);
    yield;
  }
  return count;
};

describe('work in slices', () => {
  it('sliced work has the same result as work at once', async () => {
    expect(runAtOnce(steps(5))).toBe(5);
    expect(await runInSlices(steps(5))).toBe(5);
  });

  it('sliced work lets others take their turn before it is done', async () => {
    const done: number[] = [];
    let doneAtTurn: number | undefined;
    setImmediate(() => {
      doneAtTurn = done.length;
    });
    await runInSlices(steps(50, done));
    expect(doneAtTurn).toBeGreaterThan(0);
    expect(doneAtTurn).toBeLessThan(50);
  });

  it('sliced work stops once it is aborted', async () => {
    const done: number[] = [];
    const giveUp = new AbortController();
    setImmediate(() => giveUp.abort(new Error('enough')));
    await expect(runInSlices(steps(50, done), giveUp.signal)).rejects.toThrow('enough');
    expect(done.length).toBeLessThan(50);
  });

  it('sliced work fails as the work itself does', async () => {
    const failing = function* (): SlicedWork<number> {
      yield;
      throw new Error('broken');
    };
    expect(() => runAtOnce(failing())).toThrow('broken');
    await expect(runInSlices(failing())).rejects.toThrow('broken');
  });
});
