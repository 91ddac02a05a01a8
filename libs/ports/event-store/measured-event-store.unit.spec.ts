import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError, EventTooLargeError } from './event-store.errors.js';
import type { EventStore, NewEvent } from './event-store.port.js';
import { measuredEventStore } from './measured-event-store.js';
import { START } from './position.js';

let inMemory: InMemoryEventStore;
let eventStore: EventStore;
let registry: Registry;
beforeEach(() => {
  inMemory = new InMemoryEventStore();
  registry = new Registry();
  eventStore = measuredEventStore(inMemory, registry);
});

const event = (type: string): NewEvent => ({ id: randomUUID(), type, version: 1, data: {}, metadata: {} });

const measured = async (name: string, labels: Record<string, string>) => {
  const page = await registry.metrics();
  const label = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  const line = page.split('\n').find((text) => text.startsWith(`${name}{${label.join(',')}}`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
const appends = (result: string) => measured('transledger_event_append_duration_seconds_count', { result });
const written = (type: string) => measured('transledger_events_appended_total', { type });

it('written events are counted by type, and their append once', async () => {
  await eventStore.append('s-1', [event('ApiKeyCreated'), event('ApiKeyCreated'), event('UserCreated')], 'no-stream');
  expect(await written('ApiKeyCreated')).toBe(2);
  expect(await written('UserCreated')).toBe(1);
  expect(await appends('appended')).toBe(1);
});

it('a repetition is counted as an append that wrote nothing', async () => {
  const events = [event('UserCreated')];
  await eventStore.append('s-1', events, 'no-stream');
  await eventStore.append('s-1', events, 'no-stream');
  expect(await written('UserCreated')).toBe(1);
  expect(await appends('repeated')).toBe(1);
});

it.each([
  [new EventStoreUnavailableError('away'), 'unavailable'],
  [new AppendOutcomeUnknownError('lost'), 'outcome_unknown'],
  [new Error('a bug'), 'failed'],
])('a failed append is counted by its kind, and its error passes through: %s', async (error, result) => {
  inMemory.failAppend(error);
  await expect(eventStore.append('s-1', [event('UserCreated')], 'no-stream')).rejects.toBe(error);
  expect(await appends(result)).toBe(1);
  expect(await written('UserCreated')).toBeUndefined();
});

it('a conflict is counted apart from a fault', async () => {
  await expect(eventStore.append('s-1', [event('UserCreated')], 4)).rejects.toThrow();
  expect(await appends('wrong_expected_revision')).toBe(1);
});

it('reads pass through to the store unchanged', async () => {
  await eventStore.append('s-1', [event('UserCreated')], 'no-stream');
  const read = await Array.fromAsync(eventStore.readStream('s-1'));
  expect(read.map(({ type }) => type)).toEqual(['UserCreated']);
  expect(await eventStore.head()).toBe(await inMemory.head());
});

describe('behind a breaker', () => {
  const probe = { isAway: false };
  let breaker: CircuitBreaker;
  beforeEach(() => {
    probe.isAway = false;
    breaker = new CircuitBreaker({
      probe: () => (probe.isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
      onOpen: () => undefined,
      onClose: () => undefined,
      probeEveryMs: 5,
    });
    eventStore = measuredEventStore(inMemory, new Registry(), breaker);
    return () => breaker.close();
  });
  const open = async (error: Error) => {
    probe.isAway = true;
    inMemory.failAppend(error);
    await expect(eventStore.append('s-1', [event('UserCreated')], 'no-stream')).rejects.toBe(error);
    await vi.waitFor(() => expect(breaker.isOpen).toBe(true), 30_000);
  };

  it.each([new EventStoreUnavailableError('away'), new AppendOutcomeUnknownError('lost')])(
    'once the store is known to be away nothing is asked of it, until it answers: %s',
    async (error) => {
      expect(eventStore.isAway).toBe(false);
      await open(error);
      expect(eventStore.isAway).toBe(true);
      const refused = { kind: 'unavailable', message: 'The event store is away and is not asked' };
      await expect(eventStore.append('s-1', [event('UserCreated')], 'no-stream')).rejects.toMatchObject(refused);
      await expect(eventStore.head()).rejects.toMatchObject(refused);
      await expect(eventStore.readAll({ after: START, limit: 1 })).rejects.toMatchObject(refused);
      await expect(Array.fromAsync(eventStore.readStream('s-1'))).rejects.toMatchObject(refused);
      probe.isAway = false;
      await vi.waitFor(() => expect(breaker.isOpen).toBe(false), 30_000);
      expect(await eventStore.append('s-1', [event('UserCreated')], 'no-stream')).toMatchObject({ revision: 0 });
    },
  );

  it('a conflict, and an append that is too large, are no sign of an outage', async () => {
    probe.isAway = true;
    await expect(eventStore.append('s-1', [event('UserCreated')], 4)).rejects.toThrow();
    inMemory.failAppend(new EventTooLargeError('large'));
    await expect(eventStore.append('s-1', [event('UserCreated')], 'no-stream')).rejects.toThrow('large');
    expect(breaker.isOpen).toBe(false);
  });
});
