import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FindHistoryHandler } from '#apps/api/compliance/histories/find-history.handler.js';
import { type HistorySources, historiesOf } from '#apps/api/compliance/histories/histories.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { currentVersion } from '#libs/domain/upcasting.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { replayUntil } from '#libs/read-side/projection/replay/replay-until.js';
import { allProjections, migrateReadModels } from '#projections/all-projections.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { translationRequested, uploaded } from '#test/fakes/document-events.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { buildLog } from './replay-log.js';

/*
 * Measures the cost of the history of a very long stream, and how fast all read models of a moment are built from
 * the log of all organizations.
 */
const events = Number(process.env.EVENTS ?? 300_000);
const streamEvents = 100_000;
const loadBefore = (loadavg()[0] ?? 0).toFixed(1);
const { organizationId } = uploaderMetadata;

interface Row {
  what: string;
  seconds: number;
  events: number;
}

const measure = async (what: string, count: number, work: () => Promise<unknown>): Promise<Row> => {
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${what}: ${seconds.toFixed(2)} s, ${Math.round(count / seconds).toLocaleString('en')} events/s`);
  return { what, seconds, events: count };
};

const appendStream = async (eventStore: EventStore, subjectKeys: InMemorySubjectKeys): Promise<void> => {
  const subject = await subjectKeys.subjectFor(organizationId, 'usr_1');
  const sealedClient = await subjectKeys.seal(subject, { user_id: 'usr_1', ip_address: '203.0.113.9' });
  const newEvent = ({ type, data }: DocumentEvent): NewEvent => ({
    ...{ id: randomUUID(), type, version: currentVersion(type), data: data as NewEvent['data'] },
    metadata: { ...uploaderMetadata, subject, sealedClient },
  });
  const sealedName = await subjectKeys.seal(subject, { filename: 'letter.txt' });
  const first = [{ ...uploaded, data: { ...uploaded.data, sealedName } } as DocumentEvent, translationRequested];
  const stream = `document-${documentId}`;
  let { revision } = await eventStore.append(stream, first.map(newEvent), 'no-stream');
  while (revision + 1 < streamEvents) {
    const batch = Array.from({ length: Math.min(500, streamEvents - revision - 1) }, (_, place): NewEvent => {
      const data = { documentId, organizationId, translationId, segmentsDone: revision + place, segmentsTotal: 1e6 };
      return newEvent({ type: 'DocumentTranslationProgressed', data });
    });
    ({ revision } = await eventStore.append(stream, batch, revision));
  }
};

const readHistory = async (eventStore: EventStore): Promise<{ rows: Row[]; grownMegabytes: number }> => {
  const subjectKeys = new InMemorySubjectKeys();
  await appendStream(eventStore, subjectKeys);
  const sources = {
    ...{ eventStore, subjectKeys, settings: readSettings({}) },
    holds: { times: async () => [] },
    ownWrites: { visibleIn: async () => undefined },
  };
  const handler = new FindHistoryHandler(eventStore, historiesOf(sources as unknown as HistorySources), subjectKeys);
  const page = (offset: number, limit: number) => () =>
    handler.handle({ organizationId, resource: 'document', id: documentId, asOf: undefined, page: { limit, offset } });
  await page(0, 1)();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const rows = [
    await measure('the first 100 events with their states', streamEvents, page(0, 100)),
    await measure('the last 1,000 events with their states', streamEvents, page(streamEvents - 1_000, 1_000)),
  ];
  return { rows, grownMegabytes: Math.round((process.memoryUsage.rss() - before) / 1e6) };
};

const replayAll = async (connectionString: string, eventStore: EventStore): Promise<Row[]> => {
  const pool = createPool({ connectionString, max: 4, applicationName: 'history-bench' });
  try {
    await migrateReadModels(connectionString);
    await buildLog(pool, events);
    const settings = { pool, eventStore, projections: allProjections, schema: 'moment', replace: false };
    const until = new Date().toISOString();
    const signal = new AbortController().signal;
    const replay = () => replayUntil({ ...settings, until, signal, onProgress: () => undefined });
    return [await measure('all read models, indexes included', events, replay)];
  } finally {
    await pool.end();
  }
};

const report = (history: readonly Row[], grownMegabytes: number, replay: readonly Row[]): string => {
  const row = ({ what, seconds, events: count }: Row) =>
    `| ${what} | ${count.toLocaleString('en')} | ${seconds.toFixed(2)} | ${Math.round(count / seconds).toLocaleString('en')} |`;
  return [
    '# History of a resource, and replay of all read models',
    '',
    `Embedded PostgreSQL, ${cpus().length} cores shared by it and the reader, Node ${process.versions.node}. Load average before the run, that`,
    `is what others were using of the cores: ${loadBefore}. The history is of one document of ${streamEvents.toLocaleString('en')} events, read whole for each page;`,
    `over both pages the process grew by ${grownMegabytes} MB. The replay is of the log of \`replay\`. \`npm run bench -- history\``,
    '',
    '| What | Events | s | events/s |',
    '|---|---|---|---|',
    ...history.map(row),
    ...replay.map(row),
    '',
  ].join('\n');
};

const inDatabase = async <T>(work: (url: string, eventStore: EventStore) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
  const server = await startEmbeddedPostgres(folder);
  try {
    await migrateEventStore(server.url);
    const eventStore = await connectPostgresEventStore({ connectionString: server.url });
    return await work(server.url, eventStore).finally(() => eventStore.close());
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const { rows, grownMegabytes } = await inDatabase((_url, eventStore) => readHistory(eventStore));
const replayed = await inDatabase(replayAll);
if (events === 300_000) {
  await mkdir('test/bench/results', { recursive: true });
  await writeFile('test/bench/results/history.md', report(rows, grownMegabytes, replayed));
}
