import { afterEach, beforeEach, describe } from 'vitest';
import { appendContract } from './contract/append.contract.js';
import { connectionLossContract } from './contract/connection-loss.contract.js';
import { readAllContract } from './contract/read-all.contract.js';
import { readStreamContract } from './contract/read-stream.contract.js';
import { subscriptionContract } from './contract/subscription.contract.js';
import type { EventStoreUnderTest, UnderTest } from './contract/under-test.contract.js';

export interface ContractOptions {
  /** Reason why no proxy can be put in front of this engine: the cases that need one are skipped. */
  noProxy?: string | undefined;
}

/** Cases that every event store passes. `create` is called before each case. */
export const eventStoreContract = (
  name: string,
  create: () => Promise<EventStoreUnderTest>,
  { noProxy }: ContractOptions = {},
): void => {
  describe(`event store on ${name}`, () => {
    let underTest: EventStoreUnderTest | undefined;
    const current: UnderTest = () => {
      if (underTest === undefined) throw new Error('The engine did not start');
      return underTest;
    };
    beforeEach(async () => {
      underTest = await create();
    });
    afterEach(async () => {
      await underTest?.dispose();
      underTest = undefined;
    });

    describe('append', () => appendContract(current));
    describe('read a stream', () => readStreamContract(current));
    describe('read all', () => readAllContract(current));
    describe('subscribe', () => subscriptionContract(current));
    const broken = noProxy === undefined ? 'a broken connection' : `a broken connection: skipped, ${noProxy}`;
    describe.skipIf(noProxy !== undefined)(broken, () => connectionLossContract(current));
  });
};
