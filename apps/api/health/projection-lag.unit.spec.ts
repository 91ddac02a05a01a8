import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { beforeEach, expect, it, vi } from 'vitest';
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

/** A page of metrics; what the projections have passed and the seconds since now are given for each look. */
const pageOf = (projections: string[], lookEveryMs = 60_000) => {
  const registry = new Registry();
  let passed: Record<string, Position> = {};
  let seconds = 0;
  const rowOf = ([name, position]: [string, Position]) => ({ name, position, version: 1, state: 'running' });
  const pool = { query: async () => ({ rows: Object.entries(passed).map(rowOf) }) } as unknown as Pool;
  const now = () => new Date(Date.now() + seconds * 1_000);
  measureProjectionLag(registry, { pool, eventStore, projections, now, lookEveryMs });
  return async (places: Record<string, Position>, after: number) => {
    [passed, seconds] = [places, after];
    const page = await registry.getSingleMetricAsString('transledger_projection_lag_seconds');
    const lines = page.split('\n').filter((line) => line.startsWith('transledger'));
    return Object.fromEntries(lines.map((line) => [/"(.+)"/.exec(line)?.[1], Math.round(Number(line.split(' ')[1]))]));
  };
};

it('what is not passed is no older than the last look at whose head the projection already was', async () => {
  const look = pageOf(['audit-log', 'documents']);
  const first = await append();
  expect(await look({ 'audit-log': first, documents: first }, 0)).toEqual({ 'audit-log': 0, documents: 0 });
  const second = await append();
  expect(await look({ 'audit-log': first, documents: second }, 100)).toEqual({ 'audit-log': 100, documents: 0 });
  expect(await look({ 'audit-log': first, documents: second }, 300)).toEqual({ 'audit-log': 300, documents: 0 });
});

it('heads are seen while nobody asks for a page, so that the first page after a standstill knows', async () => {
  const first = await append();
  const look = pageOf(['audit-log'], 5);
  const head = vi.spyOn(eventStore, 'head');
  await vi.waitFor(() => expect(head.mock.results.length).toBeGreaterThan(1));
  await append();
  expect(await look({ 'audit-log': first }, 30)).toEqual({ 'audit-log': 30 });
});

it('a projection behind every look is behind by an unknown time, which is not said to be none', async () => {
  const first = await append();
  await append();
  const look = pageOf(['audit-log', 'usage']);
  expect(await look({ 'audit-log': first }, 60)).toEqual({ 'audit-log': Number.NaN, usage: Number.NaN });
});

it('one that may yet move its checkpoint, as it has nothing to apply, is not said to be behind', async () => {
  const first = await append();
  const look = pageOf(['audit-log']);
  await look({ 'audit-log': first }, 0);
  await append();
  expect(await look({ 'audit-log': first }, 15)).toEqual({ 'audit-log': Number.NaN });
});

it('a page costs one look at the head of the log, and reads none of it', async () => {
  const first = await append();
  await append();
  const [head, readAll] = [vi.spyOn(eventStore, 'head'), vi.spyOn(eventStore, 'readAll')];
  const look = pageOf(['audit-log', 'documents', 'usage']);
  for (const seconds of [0, 60, 120]) await look({ 'audit-log': first, usage: START }, seconds);
  expect([head.mock.calls.length, readAll.mock.calls.length]).toEqual([3, 0]);
});

it('a log that does not answer leaves the lag unknown', async () => {
  const look = pageOf(['audit-log']);
  const head = await append();
  expect(await look({ 'audit-log': head }, 0)).toEqual({ 'audit-log': 0 });
  eventStore.head = () => Promise.reject(new Error('away'));
  expect(await look({ 'audit-log': head }, 60)).toEqual({ 'audit-log': Number.NaN });
});
