import { parseArgs } from 'node:util';
import { allFaults } from './faults/all-faults.js';
import type { Fault } from './faults/fault.js';
import { graceMs } from './load/answers.js';

/** After the grace: time in which nothing may fail. */
const calmMs = 3_000;

export interface FaultArguments {
  /** Each fault once, in turn after turn, for so long; once through all of them when omitted. */
  minutes: number | undefined;
  seed: number;
  faults: readonly Fault[];
  /** From the end of a fault to the next one; less than the grace and some more shows less. */
  betweenMs: number;
  /** Where the outcome is written as JSON. */
  report: string | undefined;
}

const positive = (name: string, text: string): number => {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name} must be a number over 0`);
};

const named = (list: string): Fault[] =>
  list.split(',').map((name) => {
    const fault = allFaults.find((candidate) => candidate.name === name);
    if (fault === undefined) {
      throw new Error(`There is no fault ${name}. Known: ${allFaults.map((known) => known.name).join(', ')}`);
    }
    return fault;
  });

/** @throws Error, with a line for whoever typed them */
export const readFaultArguments = (args: string[]): FaultArguments => {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      between: { type: 'string' },
      only: { type: 'string' },
      report: { type: 'string' },
    },
  });
  return {
    minutes: values.minutes === undefined ? undefined : positive('minutes', values.minutes),
    seed: values.seed === undefined ? Math.trunc(Date.now() % 1_000_000) : positive('seed', values.seed),
    faults: values.only === undefined ? allFaults : named(values.only),
    betweenMs: values.between === undefined ? graceMs + calmMs : positive('between', values.between) * 1_000,
    report: values.report,
  };
};
