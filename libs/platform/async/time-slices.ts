import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that can be paused at each `yield`. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>;

/** Maximum delay in milliseconds of a request on the same thread; a turn of the event loop costs some 10 µs. */
const sliceMs = 5;

/** Runs all of the work without a pause. */
export const runAtOnce = <Result>(work: SlicedWork<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** Runs the work and yields to the event loop every few milliseconds. @throws the signal's reason between two slices */
export const runInSlices = async <Result>(work: SlicedWork<Result>, signal?: AbortSignal): Promise<Result> => {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  }
};
