import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CuttingProxy } from '#libs/event-store/contract/cutting-proxy.js';
import { EventStoreUnavailableError } from '#libs/event-store/event-store.errors.js';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import { START } from '#libs/event-store/position.js';
import { migrateEventStore } from '#libs/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/event-store/postgres/postgres-event-store.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { DayStreamWriter } from './day-stream-writer.js';
import { eventIdFor } from './event-ids.js';

let database: TestDatabase;
let proxy: CuttingProxy;
let store: EventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateEventStore(database.url);
  const url = new URL(database.url);
  proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  store = await connectPostgresEventStore({ connectionString: url.href });
});
afterAll(async () => {
  await store.close();
  await proxy.stop();
  await database.drop();
});

const recordFact = (writer: DayStreamWriter, organizationId: string, commandId: string) =>
  writer.record(
    {
      type: 'LanguageDetected',
      data: { organizationId, keyId: 'key_1', language: 'en', confidence: 1, characterCount: 5 },
    },
    {
      organizationId,
      actorType: 'api_key',
      keyId: 'key_1',
      subject: 'sub_1',
      sealedClient: '',
      requestId: 'req_1',
      clientRequestId: null,
      traceparent: null,
      occurredAt: '2026-11-21T12:00:00.000Z',
    },
    commandId,
  );

/** A caller that comes again for as long as the store is unavailable. */
const patiently = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailableError)) throw error;
    }
  }
};

it('writes every fact exactly once while connections break and requests come again in another process', async () => {
  const writers = ['one', 'two'].map((processId) => new DayStreamWriter({ eventStore: store, processId }));
  const commandIds = Array.from({ length: 400 }, (_, n) => `command-${n}`);
  const requests = commandIds.map(async (commandId, n) => {
    await sleep(n); // spreads them over time, so that connections break with appends in flight
    if (n % 100 === 50) proxy.cutNext(n % 200 === 50 ? 'lost' : 'answered');
    const organizationId = `org_${n % 3}`;
    for (const writer of n % 10 === 0 ? writers : writers.slice(n % 2, (n % 2) + 1)) {
      const position = await patiently(() => recordFact(writer, organizationId, commandId));
      expect((await patiently(() => store.head())) >= position).toBe(true);
    }
  });
  await Promise.all(requests);
  await Promise.all(writers.map((writer) => writer.close()));

  const { events } = await store.readAll({ after: START, limit: 1_000 });
  expect(events.map(({ id }) => id).toSorted()).toEqual(commandIds.map((id) => eventIdFor(id, 0)).toSorted());
  for (const [stream, ofStream] of Map.groupBy(events, (event) => event.stream)) {
    expect(stream).toMatch(/^text_usage-org_[012]-\d{4}-\d\d-\d\d-(?:one|two)$/);
    expect(ofStream.map(({ revision }) => revision)).toEqual(ofStream.map((_, n) => n));
    expect(ofStream.every(({ data }) => stream.startsWith(`text_usage-${data.organizationId}-`))).toBe(true);
  }
});
