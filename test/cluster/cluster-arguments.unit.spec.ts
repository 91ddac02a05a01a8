import { expect, it } from 'vitest';
import { readClusterArguments } from './cluster-arguments.js';

it('the number of brokers is one unless three are wanted', () => {
  expect(readClusterArguments([])).toEqual({ brokers: 1 });
  expect(readClusterArguments(['--brokers', '3'])).toEqual({ brokers: 3 });
});

it.each([[['3']], [['--broker', '3']], [['--brokers', '2']], [['--brokers']]])(
  '%j is refused with what to type',
  (args) => expect(() => readClusterArguments(args)).toThrow(/: npm run cluster -- --brokers 3$/),
);
