import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { archiveLog } from '#libs/ports/event-store/postgres/archive/archive-log.js';
import { openBlobs } from '#libs/ports/event-store/postgres/archive/archived-log.fixture.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { eventTypesOf } from '#libs/read-side/projection/runner/runnable-projection.js';
import { auditLog } from '#projections/audit-log/audit-log.projection.js';
import { type LogToArchive, makeLog } from './archived-log.js';
import { keepReport, machineLines } from './machine.js';
import { cpuSecondsBelow } from './process-figures.js';
import { median, quantile } from './quantile.js';

/*
 * What it costs to move the older partitions of a log to the blob store, and how the log is read afterwards: whole, a stream at a time,
 * and by a rebuild of the audit log, each compared with the same log in the table.
 */
const events = Number(process.env.EVENTS ?? 3_000_000);
const positions = Number(process.env.PARTITION ?? 500_000);
const streams = Number(process.env.STREAMS ?? 200);
/** Partitions that stay in the table. */
const kept = 1;

/** A shorter log is a quick look, and replaces no report. */
const reportedFrom = 1_000_000;
const lookEveryMs = 50;
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
const count = (number: number): string => Math.round(number).toLocaleString('en');

interface Measured {
  seconds: number;
  /** Microseconds of processor time an event, of this process and of PostgreSQL. */
  node: number;
  postgres: number;
  /** Maximum of the resident memory of this process while it worked, in bytes. */
  rss: number;
}

const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1e6, postgres: cpuSecondsBelow(process.pid).get('postgres') ?? 0 };
};

const measured = async (of: number, work: () => Promise<unknown>): Promise<Measured> => {
  let rss = 0;
  const looking = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, lookEveryMs);
  const [before, began] = [cpuNow(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(looking);
  const after = cpuNow();
  const an = (part: 'node' | 'postgres') => ((after[part] - before[part]) * 1e6) / of;
  return { seconds, node: an('node'), postgres: an('postgres'), rss };
};

const rowOf = (what: string, of: number, { seconds, node, postgres, rss }: Measured): string => {
  const row = `| ${what} | ${seconds.toFixed(1)} | ${count(of / seconds)} | ${node.toFixed(0)} | ${postgres.toFixed(0)} | ${mebibytes(rss)} |`;
  console.log(row);
  return row;
};

const readAll = async (eventStore: EventStore, types?: readonly string[]): Promise<number> => {
  let read = 0;
  for (let after = START, atEnd = false; !atEnd; ) {
    const page = await eventStore.readAll({ after, limit: 2_000, ...(types === undefined ? {} : { types }) });
    read += page.events.length;
    ({ atEnd, position: after } = page);
  }
  return read;
};

const bytesOfTables = async (pool: Pool, names: readonly string[]): Promise<number> => {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(relid)), 0)::float as bytes
     from unnest($1::text[]) name, lateral (
       select relid from pg_partition_tree(name::regclass) union select name::regclass) parts (relid)`,
    [names.map((name) => `event_store.${name}`)],
  );
  return rows[0]?.bytes ?? 0;
};

/** Streams of the oldest events, spread over what is archived: short ones, and days of texts. */
const someStreams = async (pool: Pool, like: string, max: number): Promise<string[]> => {
  const { rows } = await pool.query<{ stream: string }>(
    `select stream from (select distinct on (stream) stream, first_position from event_store.stream_part
       where stream ^@ $1 and first_position < $2) found order by md5(stream) limit $3`,
    [like, events - (kept + 1) * positions, max],
  );
  return rows.map(({ stream }) => stream);
};

interface Reads {
  /** Milliseconds of each stream. */
  took: number[];
  events: number;
}

const readStreams = async (eventStore: EventStore, names: readonly string[]): Promise<Reads> => {
  const reads: Reads = { took: [], events: 0 };
  for (const name of names) {
    const began = performance.now();
    for await (const _ of eventStore.readStream(name, { direction: 'forwards' })) reads.events += 1;
    reads.took.push(performance.now() - began);
  }
  return reads;
};

const streamRow = (what: string, where: string, { took, events: read }: Reads): string => {
  const row = `| ${what} | ${where} | ${count(read / took.length)} | ${median(took).toFixed(1)} | ${quantile(took, 0.95).toFixed(1)} |`;
  console.log(row);
  return row;
};

const reading = async (
  where: string,
  { pool, eventStore }: LogToArchive,
  names: { short: string[]; long: string[] },
) => {
  const whole = [
    rowOf(`the whole log, ${where}`, events, await measured(events, () => readAll(eventStore))),
    rowOf(
      `what the audit log follows, ${where}`,
      events,
      await measured(events, () => readAll(eventStore, eventTypesOf(auditLog))),
    ),
  ];
  const each = [
    streamRow('a document or a key', where, await readStreams(eventStore, names.short)),
    streamRow('a day of texts', where, await readStreams(eventStore, names.long)),
  ];
  const leases = createPostgresLeases(pool);
  const rebuild = () => rebuildProjection({ pool, eventStore, leases, projection: auditLog });
  whole.push(rowOf(`rebuild of the audit log, ${where}`, events, await measured(events, rebuild)));
  await leases.close();
  return { whole, each };
};

const log = await makeLog(events, positions);
try {
  const names = {
    short: await someStreams(log.pool, 'Document', streams),
    long: await someStreams(log.pool, 'text_usage', Math.ceil(streams / 10)),
  };
  const inTable = await bytesOfTables(log.pool, ['events']);
  const before = await reading('in the table', log, names);

  const { blobs, close } = await openBlobs(log.log);
  let [archived, bytes] = [0, 0];
  const archiving = await measured(events - kept * positions, async () => {
    for await (const done of archiveLog({ connectionString: log.log.connectionString, blobs, keep: kept })) {
      archived += done.events;
      bytes += done.bytes;
    }
  });
  await close();
  const archivingRow = rowOf('archiving: written, read back, compared, dropped', archived, archiving);
  const left = await bytesOfTables(log.pool, ['archive', 'archive_chunk', 'archive_stream_chunk']);
  const parts = await bytesOfTables(log.pool, ['stream_part']);
  const after = await reading(`${count(archived)} of them archived`, log, names);

  const report = `# Archives of the event log

${machineLines()}
${count(events)} events in partitions of ${count(positions)}, 95 % of them \`TextTranslated\` in day streams of 20 organizations; all but the newest
partition archived as encrypted files of a folder on the same disk. Compare within this run. \`npm run bench archive\` measures again.

| What | s | events/s | Node, µs an event | PostgreSQL, µs an event | this process, MiB at most |
|---|---|---|---|---|---|
${[...before.whole, archivingRow, ...after.whole].join('\n')}

One stream after the other, ${names.short.length} short ones and ${names.long.length} days, in an order of chance, all of them from archived partitions:

| Stream | Read | Events each | p50 ms | p95 ms |
|---|---|---|---|---|
${[...before.each, ...after.each].join('\n')}

On disk: the table had ${mebibytes(inTable)} MiB with its indexes. ${count(archived)} events are ${mebibytes(bytes)} MiB as archives, ${count(bytes / archived)} bytes an event, where the table took
${count(inTable / events)}. What the database keeps to find them: ${(left / 2 ** 20).toFixed(1)} MiB, and ${(parts / 2 ** 20).toFixed(1)} MiB of \`stream_part\` for the streams of the whole log.
`;
  if (events >= reportedFrom) await keepReport('archive', report);
  else console.log(report);
} finally {
  await log.close();
}
