import { beforeEach, describe } from 'vitest';
import { appendContract } from '#libs/ports/event-store/contract/append.contract.js';
import { readAllContract } from '#libs/ports/event-store/contract/read-all.contract.js';
import { readStreamContract } from '#libs/ports/event-store/contract/read-stream.contract.js';
import type { UnderTest } from '#libs/ports/event-store/contract/under-test.contract.js';
import { InMemoryEventStore } from './in-memory-event-store.js';

describe('what stands in for the log in unit tests keeps what the log keeps', () => {
  let store: InMemoryEventStore;

  beforeEach(() => {
    store = new InMemoryEventStore();
  });

  const current: UnderTest = () => ({
    store,
    open: async () => store,
    port: 0,
    forProcesses: { module: '', connect: '', options: {} },
    dispose: async () => undefined,
  });

  describe('append', () => appendContract(current));
  describe('read a stream', () => readStreamContract(current));
  describe('read all', () => readAllContract(current));
});
