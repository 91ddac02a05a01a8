import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that can be left for a while at each `yield`. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>;

/** What a request on the same thread waits longer, at most; a turn of the event loop costs some 10 µs. */
const sliceMs = 5;

/** All of it without a pause. */
export const runAtOnce = <Result>(work: SlicedWork<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** Lets others on the thread take their turn every few milliseconds. @throws the signal's reason between two slices */
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
