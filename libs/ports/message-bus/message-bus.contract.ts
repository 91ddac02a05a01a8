import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { BusSuite, type MessageBusHarness } from './contract/bus.suite.js';
import { deliveryContract } from './contract/delivery.contract.js';
import { parkingContract } from './contract/parking.contract.js';
import { takeoverContract } from './contract/takeover.contract.js';

/** Cases that every message bus passes. `create` is called once, for all cases. */
export const messageBusContract = (engine: string, create: () => Promise<MessageBusHarness>): void => {
  describe(`message bus on ${engine}`, () => {
    const suite = new BusSuite();
    beforeAll(() => suite.start(create));
    afterAll(() => suite.close());
    beforeEach(() => suite.beginCase());
    afterEach(() => suite.endCase());

    describe('delivery', () => deliveryContract(suite));
    describe('failing messages', () => parkingContract(suite));
    describe('changing hands', () => takeoverContract(suite));
  });
};
