import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryConfig } from 'pg';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { type EventMetadata, metadataAsJson } from '#libs/event-sourcing/event-metadata.js';
import { numberArray, textArray, uuidArray } from '#libs/platform/postgres/binary-array.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { median, quantile } from './quantile.js';

/*
 * Durable appends against what PostgreSQL can do at best: the same rows inserted by one connection that
 * checks, counts and notifies nothing. The ways take turns, round after round, and medians are compared,
 * so that a load on the machine meets all of them. Bars: 60 % of the bare rate, twice the bare latency.
 */
const rounds = Number(process.env.ROUNDS ?? 7);
const batch = 64;
const batchesARound = Number(process.env.BATCHES ?? 250);
const loneARound = Number(process.env.LONE ?? 500);

const data: Extract<TextUsageEvent, { type: 'TextTranslated' }>['data'] = {
  organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  keyId: 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  endpoint: 'translate',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  detectedLanguage: 'en',
  domain: 'general',
  wordCount: 20,
  characterCount: 120,
  model: 'apertium-eng-spa',
  confidence: 0.93,
  cached: false,
};
const metadata: EventMetadata = {
  organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  actorType: 'api_key',
  keyId: 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  subject: 'sub_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  sealedClient: 'c2VhbGVk'.repeat(20),
  requestId: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  clientRequestId: null,
  traceparent: null,
  occurredAt: '2026-11-21T12:00:00.000Z',
};
const eventBytes = JSON.stringify(data).length + JSON.stringify(metadata).length;
const newEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'TextTranslated',
  version: 1,
  data: { ...data },
  metadata: metadataAsJson(metadata),
});

const columns = `position bigint primary key, stream text collate "C" not null, revision bigint not null,
  id uuid not null, type text collate "C" not null, version smallint not null, data json not null,
  metadata json not null, recorded_at timestamptz(3) not null, unique (stream, revision)`;

/** A table of the same columns, and the streams and positions given to its rows. */
class BareTable {
  private readonly streams = Array.from({ length: batch }, () => `text_usage-${randomUUID()}`);
  private position = 0;
  private round = 0;

  constructor(
    readonly name: string,
    private readonly encoding: 'text' | 'binary',
  ) {}

  insertBatch(): QueryConfig {
    this.round += 1;
    const events = this.streams.map(newEvent);
    const positions = events.map(() => (this.position += 1));
    const revisions = events.map(() => this.round);
    const ids = events.map(({ id }) => id);
    const types = events.map(({ type }) => type);
    const versions = events.map(({ version }) => version);
    const datas = events.map((event) => JSON.stringify(event.data));
    const metadatas = events.map((event) => JSON.stringify(event.metadata));
    const text = `insert into ${this.name} select *, now() from
      unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::smallint[], $7::json[], $8::json[])`;
    const asText = [positions, this.streams, revisions, ids, types, versions, datas, metadatas];
    const asBinary = () => [
      numberArray('bigint', positions),
      textArray('text', this.streams),
      numberArray('bigint', revisions),
      uuidArray(ids),
      textArray('text', types),
      numberArray('smallint', versions),
      textArray('json', datas),
      textArray('json', metadatas),
    ];
    return { name: this.name, text, values: this.encoding === 'text' ? asText : asBinary() };
  }

  insertOne(): QueryConfig {
    const { id, type, version } = newEvent();
    this.position += 1;
    const values = [this.position, 'lone', this.position, id, type, version];
    return {
      name: `${this.name}_one`,
      text: `insert into ${this.name} values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      values: [...values, JSON.stringify(data), JSON.stringify(metadata)],
    };
  }
}

const eventsASecond = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (batch * batchesARound * 1_000) / (performance.now() - started);
};

const latencies = async (work: () => Promise<unknown>): Promise<number[]> => {
  const measured: number[] = [];
  for (let n = 0; n < loneARound; n += 1) {
    const started = performance.now();
    await work();
    measured.push(performance.now() - started);
  }
  return measured;
};

const bareRate = (client: Client, table: BareTable) => async (): Promise<void> => {
  for (let n = 0; n < batchesARound; n += 1) await client.query(table.insertBatch());
};

const storeRate = (store: EventStore) => async (): Promise<void> => {
  const writer = async (): Promise<void> => {
    const stream = `text_usage-${randomUUID()}`;
    let revision: number | 'no-stream' = 'no-stream';
    for (let n = 0; n < batchesARound; n += 1) ({ revision } = await store.append(stream, [newEvent()], revision));
  };
  await Promise.all(Array.from({ length: batch }, writer));
};

/** Appends as the translate endpoint waits for them: 64 requests at a time, all of one organization. */
const writerRate = (store: EventStore) => async (): Promise<void> => {
  const writer = new DayStreamWriter({ eventStore: store, processId: randomUUID() });
  const request = async (): Promise<void> => {
    for (let n = 0; n < batchesARound; n += 1)
      await writer.record({ type: 'TextTranslated', data }, metadata, randomUUID());
  };
  await Promise.all(Array.from({ length: batch }, request));
};

const loneAppend = (store: EventStore) => {
  const stream = `lone-${randomUUID()}`;
  let revision: number | 'no-stream' = 'no-stream';
  return async () => {
    ({ revision } = await store.append(stream, [newEvent()], revision));
  };
};

const run = async (connectionString: string): Promise<string> => {
  await migrateEventStore(connectionString);
  const store = await connectPostgresEventStore({ connectionString });
  const client = new Client({ connectionString });
  await client.connect();
  const bare = new BareTable('bare', 'text');
  const binary = new BareTable('bare_binary', 'binary');
  const identified = new BareTable('bare_identified', 'binary');
  for (const { name } of [bare, binary, identified]) await client.query(`create table ${name} (${columns})`);
  await client.query('create unique index on bare_identified (id)');

  const ways: [string, () => Promise<void>][] = [
    ['bare inserts, `unnest`', bareRate(client, bare)],
    ['the same, arrays sent in binary', bareRate(client, binary)],
    ['the same, unique index on the event id too', bareRate(client, identified)],
    ['event store, 64 concurrent writers', storeRate(store)],
    ['day-stream writer on it, 64 concurrent requests', writerRate(store)],
  ];
  const rates = new Map<string, number[]>(ways.map(([way]) => [way, []]));
  const bareLone: number[] = [];
  const storeLone: number[] = [];
  const append = loneAppend(store);
  for (let round = 0; round <= rounds; round += 1) {
    const counts = round > 0; // the first one warms up
    for (const [way, work] of ways) {
      const rate = await eventsASecond(work);
      if (counts) rates.get(way)?.push(rate);
    }
    const bareMeasured = await latencies(() => client.query(bare.insertOne()));
    const storeMeasured = await latencies(append);
    if (counts) {
      bareLone.push(...bareMeasured);
      storeLone.push(...storeMeasured);
    }
  }
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  await store.close();
  return report(rates, bareLone, storeLone, rows[0]?.server_version ?? '');
};

const loadBefore = (loadavg()[0] ?? 0).toFixed(1);

const report = (
  rates: ReadonlyMap<string, number[]>,
  bareLone: readonly number[],
  storeLone: readonly number[],
  postgres: string,
): string => {
  const [bareMedian = Number.NaN, binaryMedian = Number.NaN, , storeMedian = Number.NaN] = Array.from(
    rates.values(),
    median,
  );
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const rateRows = Array.from(rates, ([way, measured]) => {
    const [low, middle, high] = [Math.min(...measured), median(measured), Math.max(...measured)].map((rate) =>
      Math.round(rate).toLocaleString('en'),
    );
    return `| ${way} | ${middle} | ${low} – ${high} | ${percent(median(measured) / bareMedian)} |`;
  });
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const loneRow = (way: string, measured: readonly number[]) =>
    `| ${way} | ${ms(median(measured))} | ${ms(quantile(measured, 0.99))} | ${(median(measured) / median(bareLone)).toFixed(2)} |`;
  const cpu = cpus();
  return `# Appends

${new Date().toISOString().slice(0, 10)}, ${cpu.length} cores (${cpu[0]?.model.trim()}), load ${loadBefore} before, Node ${process.versions.node}, PostgreSQL ${postgres}
embedded with its default settings (\`fsync\` and \`synchronous_commit\` on), one client process on the same machine.
${rounds} rounds after one to warm up, the ways taking turns in each; events of ${eventBytes} bytes of JSON; batches of ${batch};
a round is ${batch * batchesARound} events a way and ${loneARound} lone appends. \`npm run bench -- append\` measures again.

| ${batch} events a transaction | events/s, median of the rounds | lowest – highest | of bare |
|---|---|---|---|
${rateRows.join('\n')}

Bar: the event store does at least 60 % of bare inserts. Seen: **${percent(storeMedian / bareMedian)}** of bare inserts as \`pg\` sends arrays,
${percent(storeMedian / binaryMedian)} of those with arrays in binary.

| One event a transaction, one at a time | p50 | p99 | p50 of bare |
|---|---|---|---|
${loneRow('bare one-row insert', bareLone)}
${loneRow('lone append', storeLone)}

Bar: the p50 of a lone append is at most twice that of the bare insert. Seen: **${(median(storeLone) / median(bareLone)).toFixed(2)}**.
`;
};

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
try {
  const text = await run(server.url);
  console.log(text);
  const results = join(process.env.INIT_CWD ?? process.cwd(), 'test', 'bench', 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'append.md'), text);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
