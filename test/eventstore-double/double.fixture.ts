import { type AllStreamResolvedEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { onTestFinished } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from './event-store-double.js';
import type { EventStoreDoubleOptions } from './options.js';

/** Opens a client that is disposed with the test. */
export const openClient = (url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url);
  onTestFinished(() => client.dispose());
  return client;
};

/** Opens a double and a client of it, both disposed with the test. */
export const openDouble = async (
  options: EventStoreDoubleOptions = {},
): Promise<{ double: EventStoreDouble; client: EventStoreDBClient }> => {
  const double = await startEventStoreDouble(options);
  onTestFinished(() => double.stop());
  return { double, client: openClient(double.url) };
};

/** Events numbered from `first`. */
export const numbered = (count: number, first = 0, type = 'Numbered') =>
  Array.from({ length: count }, (_, offset) => jsonEvent({ type, data: { n: first + offset } }));

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Collects the first `count` items; ends the subscription. */
export const collectFirst = async <T>(items: AsyncIterable<T>, count: number): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length === count) break;
  }
  return all;
};

export const numbersOf = (events: readonly { event?: { data?: unknown } | undefined }[]): unknown[] =>
  events.map(({ event }) => (event?.data as { n?: number } | undefined)?.n);

export const streamsOf = (events: readonly AllStreamResolvedEvent[]): (string | undefined)[] =>
  events.map(({ event }) => event?.streamId);
