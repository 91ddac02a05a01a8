import { parseArgs } from 'node:util';
import type { ClusterOptions } from './cluster-engines.js';

/** The number of Kafka brokers that a person has typed. @throws Error, with a line for that person */
export const brokersOf = (text: string | undefined): NonNullable<ClusterOptions['brokers']> => {
  if (text === undefined || text === '1') return 1;
  if (text === '3') return 3;
  throw new Error('--brokers must be 1 or 3');
};

export interface ClusterArguments {
  options: ClusterOptions;
  /** Those of every service: the format of the logs. */
  others: string[];
}

/** @throws Error, with a line for the person who typed them */
export const readClusterArguments = (args: string[]): ClusterArguments => {
  try {
    const { brokers, logs } = parseArgs({
      args,
      options: { brokers: { type: 'string' }, logs: { type: 'string' } },
    }).values;
    return { options: { brokers: brokersOf(brokers) }, others: logs === undefined ? [] : ['--logs', logs] };
  } catch (error) {
    // npm takes an option for its own where no -- stands before it, and passes on its value.
    throw new Error(`${error instanceof Error ? error.message : String(error)}: npm run cluster -- --brokers 3`);
  }
};
