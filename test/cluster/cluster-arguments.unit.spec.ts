import { expect, it } from 'vitest';
import { readClusterArguments } from './cluster-arguments.js';

it('the number of brokers is one unless three are wanted', () => {
  expect(readClusterArguments([])).toEqual({ options: { brokers: 1 }, others: [] });
  expect(readClusterArguments(['--brokers', '3'])).toEqual({ options: { brokers: 3 }, others: [] });
});

it('the format of the logs is left to the service', () => {
  expect(readClusterArguments(['--logs', 'json'])).toEqual({ options: { brokers: 1 }, others: ['--logs', 'json'] });
});

it.each([[['3']], [['--broker', '3']], [['--brokers', '2']], [['--brokers']]])(
  '%j is refused with what to type',
  (args) => expect(() => readClusterArguments(args)).toThrow(/: npm run cluster -- --brokers 3$/),
);
