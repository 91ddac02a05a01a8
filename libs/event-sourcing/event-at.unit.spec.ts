import { beforeEach, expect, it } from 'vitest';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { eventAt } from './event-at.js';

const eventStore = new InMemoryEventStore();
const ids = ['6f0d6a5e-0000-4000-8000-000000000001', '6f0d6a5e-0000-4000-8000-000000000002'];

beforeEach(async () => {
  const events = ids.map((id) => ({ id, type: 'Tried', version: 1, data: {}, metadata: {} }));
  await eventStore.append('trial-1', events, 'no-stream');
});

it('the lookup finds the first event of a stream, the one at a place, and none where there is none', async () => {
  expect((await eventAt(eventStore, 'trial-1'))?.id).toBe(ids[0]);
  expect((await eventAt(eventStore, 'trial-1', 1))?.id).toBe(ids[1]);
  expect(await eventAt(eventStore, 'trial-1', 2)).toBeUndefined();
  expect(await eventAt(eventStore, 'trial-2')).toBeUndefined();
});
