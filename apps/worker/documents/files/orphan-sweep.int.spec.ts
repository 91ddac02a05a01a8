import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { newReportBlob } from '#libs/application/reports/stored-report.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { renewProjections } from '#libs/read-side/projection/renew-projections.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { glossaries } from '#projections/glossaries/glossaries.projection.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { reports } from '#projections/reports/reports.projection.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { recordReport, reportBlobId, reportCompleted, reportRequested } from '#test/fakes/report-events.js';
import { Removals } from '../../work/removals.js';
import { orphanSweep, orphanSweepQueue } from './orphan-sweep.js';

const entries = [{ source: 'contract', target: 'contrato' }];
const laterGlossary = newId('glo');
const projections = [glossaries, reports];

let readModels: ReadModelFixture;
let log: GlossaryFixture;
let told: object[];

/** A glossary, a report and another glossary, in this order, in the log, the blob store and the read models. */
beforeEach(async () => {
  readModels = await ReadModelFixture.open();
  await migrateEventStore(readModels.url);
  await migrateProjectionRunner(readModels.pool);
  log = new GlossaryFixture();
  told = [];
  await log.create(entries);
  await recordReport(log.eventStore, reportRequested, reportCompleted);
  await log.blobs.put(reportBlobId, blobContent());
  await log.create(entries, { glossaryId: laterGlossary });
  await apply(log.eventStore);
  const last = log.eventStore.events.at(-1);
  if (last !== undefined) await new LogTrail(readModels.pool, log.eventStore).note(last);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await readModels.close();
});

async function* blobContent() {
  yield Buffer.from('x');
}

/** Fills the read models from a log, or its first events, as the projector does. */
const apply = async (eventStore: InMemoryEventStore, count = Number.POSITIVE_INFINITY): Promise<void> => {
  const events = eventStore.events.slice(0, count);
  await readModels.empty('glossary', 'report');
  await readModels.given(projections, events);
  for (const { name, version } of projections) {
    await readModels.pool.query(
      `insert into projection.checkpoint values ($1, $2, $3, 1, 'running', null, now())
       on conflict (name) do update set version = excluded.version, position = excluded.position`,
      [name, version, events.at(-1)?.position ?? ''],
    );
  }
};

const sweep = (eventStore: InMemoryEventStore) => {
  const { dataSource, pool } = readModels;
  const lifeCycle = { emit: (event: string, facts: object) => void told.push({ event, ...facts }) };
  return orphanSweep({
    blobs: log.blobs,
    eventStore,
    secrets: new InMemoryKeyVault(),
    documents: new DocumentQueries(dataSource, { open: async () => null }),
    glossaries: new GlossaryQueries(dataSource),
    reports: new ReportQueries(dataSource),
    removals: new Removals(new PassedLog(pool, eventStore), lifeCycle),
    place: { read: async () => undefined, save: async () => undefined, clear: async () => undefined },
  }).handle(jobOf({}));
};

const adopt = async (eventStore: InMemoryEventStore): Promise<void> => {
  const trail = new LogTrail(readModels.pool, eventStore);
  await renewProjections(readModels.pool, projections, await trail.soundPlaces(undefined));
  await trail.forgetLost();
  await apply(eventStore);
};

/** Adds blobs as a process leaves them that dies between file and event. */
const addOrphans = async (): Promise<void> => {
  vi.useRealTimers();
  await storeEntries(log.blobs, newId('glo'), entries, 'org_1');
  await storeEntries(log.blobs, glossaryId, entries, 'org_1');
  await log.blobs.put(newReportBlob(newId('rep')), blobContent());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
};

/** The first events of the log, and others from there on. */
const restoredTo = async (events: number, others: number): Promise<InMemoryEventStore> => {
  const restored = new InMemoryEventStore();
  for (const { stream, id, type, version, data, metadata, revision } of log.eventStore.events.slice(0, events)) {
    await restored.append(stream, [{ id, type, version, data, metadata }], revision === 0 ? 'no-stream' : revision - 1);
  }
  for (let n = 0; n < others; n += 1) {
    const event = { id: crypto.randomUUID(), type: 'LanguageDetected', version: 1, data: {}, metadata: {} };
    await restored.append(`text_usage-${n}`, [event], 'no-stream');
  }
  return restored;
};

it('what belongs to nothing in the log that its readers have passed is removed, and nothing else', async () => {
  const before = log.blobs.ids;
  await addOrphans();
  await sweep(log.eventStore);
  expect(log.blobs.ids).toEqual(before);
  expect(told).toEqual([]);
});

it.each<[string, number, number]>([
  ['of an empty server', 0, 0],
  ['that was restored to an earlier time', 1, 0],
  ['that was restored to an earlier time and has grown beyond its end', 1, 20],
])('a log %s has nothing removed until it is adopted', async (_how, events, others) => {
  await addOrphans();
  const before = log.blobs.ids;
  const replaced = await restoredTo(events, others);
  await sweep(replaced);
  expect(log.blobs.ids).toEqual(before);
  expect(told).toMatchObject([{ event: 'removal.rested', queue: orphanSweepQueue, reader: 'projection:glossaries' }]);

  await adopt(replaced);
  await sweep(replaced);
  expect(log.blobs.ids).toHaveLength(events);
  expect(told).toHaveLength(1);
});

it('a log that lost what its read models had not reached yet, and another reader had, has nothing removed either', async () => {
  await apply(log.eventStore, 1);
  const before = log.blobs.ids;
  await sweep(await restoredTo(1, 0));
  expect(log.blobs.ids).toEqual(before);
  expect(told).toMatchObject([{ event: 'removal.rested', reader: 'mark' }]);
});
