import { compoundBlank } from '../rules/stream-format.js';
import type { Stage } from './apertium-mode.js';

const blank = `[${compoundBlank}]`;

/**
 * A stage behind the analyser that sets a blank at both sides of a hyphen between words. English transfer rules reorder
 * `open-source framework` and write the blanks of the source between the words, where there were none:
 * `marcodefuente abierta`. Compounds that the dictionary has as one word have no such hyphen. `sed -u` would read a byte at
 * a time.
 */
const openCompounds: Stage = {
  program: 'stdbuf',
  args: ['-o0', 'sed', '-z', String.raw`s/\^-\/-<guio>\$\^/${blank}^-\/-<guio>$${blank}^/g`],
};

/** The stages of a mode, with compounds opened where its source is English. */
export const withOpenCompounds = (mode: string, stages: readonly Stage[]): Stage[] =>
  /^eng?-/.test(mode) ? [...stages.slice(0, 1), openCompounds, ...stages.slice(1)] : [...stages];
