import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { readLog } from '#libs/ports/event-store/contract/reading.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { connectEventStoreDb } from '#libs/ports/event-store/eventstoredb/event-store-db.js';
import { START } from '#libs/ports/event-store/position.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { DayStreamWriter } from './day-stream-writer.js';
import { eventIdFor } from './event-ids.js';

/** A store behind a proxy that cuts its connections. */
interface CutStore {
  store: EventStore;
  proxy: CuttingProxy;
  dispose(): Promise<void>;
}

const onPostgres = async (): Promise<CutStore> => {
  const database = await createTestDatabase();
  await migrateEventStore(database.url);
  const url = new URL(database.url);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const store = await connectPostgresEventStore({ connectionString: url.href });
  return { store, proxy, dispose: () => database.drop() };
};

const onEventStoreDb = async (): Promise<CutStore> => {
  const double = await startEventStoreDouble();
  // Written and never answered: the adapter gives these up, and the writer after it.
  double.faults.inject({ kind: 'hang-after-commit', times: 3 });
  const proxy = await CuttingProxy.start(double.port);
  const url = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  return { store: connectEventStoreDb({ url, appendTimeoutMs: 500 }), proxy, dispose: () => double.stop() };
};

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

/** Repeats a call for as long as it is unknown whether its fact is written. */
const patiently = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailableError || error instanceof AppendOutcomeUnknownError)) throw error;
    }
  }
};

describe.each([
  ['PostgreSQL', onPostgres],
  ['EventStoreDB', onEventStoreDb],
])('the writer of high-rate facts on %s', (_, open) => {
  let cut: CutStore | undefined;
  afterEach(async () => {
    await cut?.store.close();
    await cut?.proxy.stop();
    await cut?.dispose();
  });

  it('the writer writes every fact exactly once while connections break and requests come again', async () => {
    cut = await open();
    const { store, proxy } = cut;
    const writers = ['one', 'two'].map(
      (processId) => new DayStreamWriter({ eventStore: store, processId, giveUpAfterMs: 1 }),
    );
    const commandIds = Array.from({ length: 400 }, (_, n) => `command-${n}`);
    const requests = commandIds.map(async (commandId, n) => {
      await sleep(n); // spreads them over time, so that connections break with appends in flight
      if (n % 100 === 50) proxy.cutNext(n % 200 === 50 ? 'lost' : 'answered');
      for (const writer of writers.slice(n % 2, (n % 2) + 1)) {
        const position = await patiently(() => recordFact(writer, `org_${n % 3}`, commandId));
        expect((await patiently(() => store.head())) >= position).toBe(true);
      }
    });
    await Promise.all(requests);
    await Promise.all(writers.map((writer) => writer.close()));

    const events = await patiently(() => readLog(store, { after: START }));
    expect(events.map(({ id }) => id).toSorted()).toEqual(commandIds.map((id) => eventIdFor(id, 0)).toSorted());
    for (const [stream, ofStream] of Map.groupBy(events, (event) => event.stream)) {
      expect(stream).toMatch(/^text_usage-org_[012]-\d{4}-\d\d-\d\d-(?:one|two)$/);
      expect(ofStream.map(({ revision }) => revision)).toEqual(ofStream.map((_, n) => n));
      expect(ofStream.every(({ data }) => stream.startsWith(`text_usage-${data.organizationId}-`))).toBe(true);
    }
  });
});
