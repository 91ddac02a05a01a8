import { parseArgs } from 'node:util';
import { brokersOf } from '#test/cluster/cluster-arguments.js';
import type { ClusterOptions } from '#test/cluster/cluster-engines.js';
import { allFaults } from './faults/all-faults.js';
import type { Fault } from './faults/fault.js';
import { graceMs } from './load/answers.js';

/** Milliseconds after the grace in which nothing may fail. */
const calmMs = 3_000;

export interface FaultArguments {
  /** Minutes that all faults strike in turn, again and again; each strikes once when omitted. */
  minutes: number | undefined;
  seed: number;
  faults: readonly Fault[];
  /** Milliseconds from the end of a fault to the next one; little more than the grace or less shows less. */
  betweenMs: number;
  /** Number of Kafka brokers; three when a fault that is named needs them. */
  brokers: NonNullable<ClusterOptions['brokers']>;
  /** File that the outcome is written to as JSON. */
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

/** @throws Error, with a line for the person who typed them */
export const readFaultArguments = (args: string[]): FaultArguments => {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      between: { type: 'string' },
      only: { type: 'string' },
      report: { type: 'string' },
      brokers: { type: 'string' },
    },
  });
  const only = values.only === undefined ? undefined : named(values.only);
  const needed = only?.some(({ brokers }) => brokers === 3) ? '3' : undefined;
  return {
    minutes: values.minutes === undefined ? undefined : positive('minutes', values.minutes),
    seed: values.seed === undefined ? Math.trunc(Date.now() % 1_000_000) : positive('seed', values.seed),
    faults: only ?? allFaults,
    brokers: brokersOf(values.brokers ?? needed),
    betweenMs: values.between === undefined ? graceMs + calmMs : positive('between', values.between) * 1_000,
    report: values.report,
  };
};
