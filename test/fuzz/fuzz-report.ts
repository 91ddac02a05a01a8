import type { FuzzFailure } from './damaged-files.js';

/** A failure, and the command that repeats it. */
export const failureText = ({ format, sample, number, damage, fault }: FuzzFailure, seed: number): string =>
  [
    `✗ ${format}: ${sample}, seed ${seed}, number ${number}: ${damage}`,
    ...fault.split('\n').map((line) => `    ${line}`),
    `  FUZZ_SEED=${seed} npm run fuzz -- ${format}:${number}`,
    '',
  ].join('\n');
