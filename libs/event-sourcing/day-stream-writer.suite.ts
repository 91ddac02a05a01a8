import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { readLog } from '#libs/ports/event-store/contract/reading.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { DayStreamWriter } from './day-stream-writer.js';
import { eventIdFor } from './event-ids.js';

/** A store behind a proxy that cuts its connections. */
export interface CutStore {
  store: EventStore;
  proxy: CuttingProxy;
  dispose(): Promise<void>;
}

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

/** Promises of the writer on a store whose connections break. */
export const describeDayStreamWriter = (open: () => Promise<CutStore>): void => {
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
      (processId) => new DayStreamWriter({ eventStore: store, processId, giveUpAfterMs: 1, lanes: 2 }),
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
      expect(stream).toMatch(/^text_usage-org_[012]-\d{4}-\d\d-\d\d-(?:one|two)(?:\.1)?$/);
      expect(ofStream.map(({ revision }) => revision)).toEqual(ofStream.map((_, n) => n));
      expect(ofStream.every(({ data }) => stream.startsWith(`text_usage-${data.organizationId}-`))).toBe(true);
    }
  });
};
