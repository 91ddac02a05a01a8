import { expect, it } from 'vitest';
import { threadsFor } from './start-inference.js';

it.each([
  [512, 8, 7],
  [512, 2, 1],
  [512, 1, 1],
  [128, 8, 1],
  [512, 64, 7],
])('%i MiB and %i cores make %i threads', (mebibytes, cores, threads) => {
  expect(threadsFor(mebibytes * 2 ** 20, cores)).toBe(threads);
});
