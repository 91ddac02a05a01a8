import { afterAll, beforeAll } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import { eventStoreContract } from '../event-store.contract.js';
import { createUnderTest, noProxy, realServer } from './event-store-under-test.contract.js';

/*
 * The contract runs on the double, and on a real server where EVENTSTORE_URL names one.
 */
let double: EventStoreDouble | undefined;
beforeAll(async () => {
  if (realServer === undefined) double = await startEventStoreDouble();
});
afterAll(() => double?.stop());

const name = realServer === undefined ? 'EventStoreDB (the double)' : 'EventStoreDB';
eventStoreContract(name, async () => createUnderTest(realServer ?? double?.url ?? ''), { noProxy });
