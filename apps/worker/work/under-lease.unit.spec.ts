import { expect, it } from 'vitest';
import { deliveryOf, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { underLease } from './under-lease.js';

const forever = new AbortController().signal;

it('work that hangs is told to stop and loses its lease to the next worker, whether it listens or not', async () => {
  const leases = new InMemoryLeases();
  const delivery = deliveryOf(await uploadDocument(new InMemoryEventStore()));
  const lease = await leases.acquire('document-translation/trn_1', forever);
  let signal: AbortSignal | undefined;
  const hanging = underLease(
    lease,
    delivery,
    (held) => {
      signal = held.signal;
      return new Promise(() => undefined);
    },
    1,
  );
  await expect(hanging).rejects.toMatchObject({ name: 'LeaseLostError', retryable: true });
  expect(signal?.aborted).toBe(true);
  const next = await leases.acquire('document-translation/trn_1', forever);
  await underLease(next, delivery, async () => undefined, 1e9);
});
