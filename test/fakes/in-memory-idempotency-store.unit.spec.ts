import { idempotencyContract } from '#libs/ports/idempotency/idempotency.contract.js';
import { InMemoryIdempotencyStore } from './in-memory-idempotency-store.js';

idempotencyContract('memory', async () => {
  const store = new InMemoryIdempotencyStore();
  return { store, lose: async () => store.lose() };
});
