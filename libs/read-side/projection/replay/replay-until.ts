import type { ClientBase, Pool, PoolClient } from 'pg';
import { quoteTable } from '#libs/platform/postgres/identifiers.js';
import { inTransactionOn } from '#libs/platform/postgres/transaction.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ShadowRows, unsynced } from '../rebuild/shadow-rows.js';
import { ShadowTable } from '../rebuild/shadow-table.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';
import { eventsUntil } from './events-until.js';
import { ReplaySchema } from './replay-schema.js';

export interface ReplayReport {
  events: number;
  eventsPerSecond: number;
  /** The part of the time from the first event to the moment that is done, 0 to 1. */
  fraction: number;
}

export interface ReplaySettings {
  /** Pool of which two connections are held at a time, beside that for reads of the log. */
  pool: Pool;
  eventStore: Pick<EventStore, 'readAll'>;
  projections: readonly RunnableProjection[];
  /** RFC 3339, UTC, milliseconds. */
  until: string;
  schema: string;
  /** Whether a schema of this name that another replay has made is dropped before. */
  replace: boolean;
  signal: AbortSignal;
  onProgress: (report: ReplayReport) => void;
}

export interface ReplayResult {
  schema: string;
  until: string;
  events: number;
  /** Time at which the last of them was recorded; null where there is none. */
  lastAt: string | null;
  seconds: number;
  tables: { name: string; rows: number }[];
}

interface Target {
  table: ShadowTable;
  rows: ShadowRows;
}

/**
 * Builds the read models of a moment in a schema of their own, in one pass over the log. It takes part in nothing that
 * the running projections do: no lease, no checkpoint, no notification. Personal values stay sealed. An event that fails
 * ends it, as it ends a rebuild; then, and after the signal, the schema is dropped.
 * @throws ReplaySchemaError, EventHandlingError
 */
export const replayUntil = async (settings: ReplaySettings): Promise<ReplayResult> => {
  const { pool, until, signal } = settings;
  const started = performance.now();
  const schema = await ReplaySchema.create(pool, settings.schema, settings.replace);
  const client = await pool.connect();
  try {
    const targets = await createTables(client, settings);
    const read = await load(client, settings, targets, started);
    for (const { table } of targets) {
      signal.throwIfAborted();
      await table.addIndexes(client, pool);
    }
    const tables = await Promise.all(targets.map(async ({ table: { table } }) => count(pool, table)));
    signal.throwIfAborted();
    await schema.complete(`the read models of ${until}, from ${read.events} events`);
    return { schema: schema.name, until, ...read, seconds: (performance.now() - started) / 1_000, tables };
  } catch (error) {
    await schema.drop().catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
};

const createTables = async (client: ClientBase, { projections, schema }: ReplaySettings): Promise<Target[]> => {
  const targets: Target[] = [];
  for (const projection of projections) {
    const table = await ShadowTable.createIn(client, projection, schema);
    targets.push({ table, rows: await ShadowRows.open(client, projection, table) });
  }
  return targets;
};

/** Reading a page and turning it into rows go on while the one before is written. */
const load = async (
  client: PoolClient,
  { eventStore, projections, until, signal, onProgress }: ReplaySettings,
  targets: readonly Target[],
  started: number,
): Promise<Pick<ReplayResult, 'events' | 'lastAt'>> => {
  const types = [...new Set(projections.flatMap(eventTypesOf))];
  let writing: Promise<void> = Promise.resolve();
  let events = 0;
  let firstAt: string | undefined;
  let lastAt: string | null = null;
  try {
    for await (const page of eventsUntil(eventStore, types, until)) {
      signal.throwIfAborted();
      const writes = targets.map(({ rows }) => rows.prepare(client, page));
      await writing;
      writing = inTransactionOn(client, () => inOrder(writes), unsynced);
      writing.catch(() => undefined);
      events += page.length;
      firstAt ??= page[0]?.recordedAt;
      lastAt = page.at(-1)?.recordedAt ?? lastAt;
      const eventsPerSecond = events / ((performance.now() - started) / 1_000);
      onProgress({ events, eventsPerSecond, fraction: partOf(firstAt, lastAt, until) });
    }
  } finally {
    await writing;
  }
  return { events, lastAt };
};

const inOrder = async (writes: readonly (() => Promise<void>)[]): Promise<void> => {
  for (const write of writes) await write();
};

const partOf = (first: string | undefined, last: string | null, until: string): number => {
  const [from = 0, at = 0, to = 0] = [first, last, until].map((time) => Date.parse(time ?? ''));
  return to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 1;
};

const count = async (pool: Pool, table: string): Promise<{ name: string; rows: number }> => {
  const { rows } = await pool.query<{ total: string }>(`select count(*) as total from ${quoteTable(table)}`);
  return { name: table, rows: Number(rows[0]?.total ?? 0) };
};
