import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { measureProjectionLag } from './projection-lag.js';

let eventStore: InMemoryEventStore;
beforeEach(() => {
  eventStore = new InMemoryEventStore();
});

const append = async (): Promise<Position> => {
  const event = { id: crypto.randomUUID(), type: 'TextTranslated', version: 1, data: {}, metadata: {} };
  await eventStore.append(`text-${event.id}`, [event], 'no-stream');
  return eventStore.head();
};

/** Lags that the page shows `seconds` after now, of projections that have each passed a position. */
const lagsAfter = async (seconds: number, passed: Record<string, Position>, projections = Object.keys(passed)) => {
  const registry = new Registry();
  const rows = Object.entries(passed).map(([name, position]) => ({ name, position, version: 1, state: 'running' }));
  const pool = { query: async () => ({ rows }) } as unknown as Pool;
  const now = () => new Date(Date.now() + seconds * 1_000);
  measureProjectionLag(registry, { pool, eventStore, projections, now });
  const page = await registry.getSingleMetricAsString('transledger_projection_lag_seconds');
  const lines = page.split('\n').filter((line) => line.startsWith('transledger'));
  return Object.fromEntries(lines.map((line) => [/"(.+)"/.exec(line)?.[1], Math.round(Number(line.split(' ')[1]))]));
};

it('the oldest event that a projection has not passed is its lag, whatever stands after it', async () => {
  const first = await append();
  const second = await append();
  await append();
  expect(await lagsAfter(300, { 'audit-log': first, documents: second })).toEqual({ 'audit-log': 300, documents: 300 });
});

it('a projection at the end of the log has none, however old its last event is', async () => {
  const head = await append();
  expect(await lagsAfter(3_600, { 'audit-log': head, documents: START })).toEqual({ 'audit-log': 0, documents: 3_600 });
});

it('a projection that has never run is behind by the whole log', async () => {
  await append();
  expect(await lagsAfter(60, {}, ['audit-log'])).toEqual({ 'audit-log': 60 });
});

it('one that may yet move its checkpoint, as it has nothing to apply, has none', async () => {
  const first = await append();
  await append();
  expect(await lagsAfter(15, { 'audit-log': first })).toEqual({ 'audit-log': 0 });
});

it('reads one event of the log, however many projections stand at the same place', async () => {
  const first = await append();
  await append();
  let reads = 0;
  const readAll = eventStore.readAll.bind(eventStore);
  eventStore.readAll = (options) => {
    reads += 1;
    expect(options.limit).toBe(1);
    return readAll(options);
  };
  await lagsAfter(60, { 'audit-log': first, documents: first, usage: first });
  expect(reads).toBe(1);
});

it('a log that does not answer leaves the page as it was', async () => {
  eventStore.head = () => Promise.reject(new Error('away'));
  expect(await lagsAfter(60, { 'audit-log': START })).toEqual({ 'audit-log': 0 });
});
