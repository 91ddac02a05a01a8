import { afterEach, beforeEach, describe } from 'vitest';
import { failureContract } from './contract/failure.contract.js';
import { interruptionContract } from './contract/interruption.contract.js';
import { keysContract } from './contract/keys.contract.js';
import { type JobQueueEngine, QueueSuite } from './contract/queue.suite.js';
import { repetitionContract } from './contract/repetition.contract.js';
import { workContract } from './contract/work.contract.js';

/** Cases that every job queue passes. */
export const jobQueueContract = (name: string, engine: () => JobQueueEngine): void => {
  describe(`job queue on ${name}`, () => {
    const suite = new QueueSuite(engine);
    beforeEach(() => suite.beginCase());
    afterEach(() => suite.endCase());

    describe('work', () => workContract(suite));
    describe('with a key', () => keysContract(suite));
    describe('repeating', () => repetitionContract(suite));
    describe('failing', () => failureContract(suite));
    describe('interrupted', () => interruptionContract(suite));
  });
};
