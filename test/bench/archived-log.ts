import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import {
  type ArchivedLogOptions,
  connectArchivedLog,
} from '#libs/ports/event-store/postgres/archive/archived-log.fixture.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { migrateKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { migrateReadModels } from '#projections/migrate-read-models.js';
import { buildLog } from './replay-log.js';

export interface LogToArchive {
  pool: Pool;
  eventStore: EventStore;
  /** The database, and the folder of the blobs. */
  log: ArchivedLogOptions;
  close: () => Promise<void>;
}

/** Partitions are made by appends; `buildLog` writes into the table itself. */
const partition = async (pool: Pool, events: number, positions: number): Promise<void> => {
  for (let end = 0; end < events + positions; end += positions) await pool.query('select event_store.add_partition()');
};

const noteParts = (pool: Pool) =>
  pool.query(
    `insert into event_store.stream_part (stream, first_revision, first_position)
     select e.stream, min(e.revision), min(e.position)
     from event_store.events e join event_store.partition p on e.position >= p.first_position and e.position < p.end_position
     group by e.stream, p.first_position on conflict do nothing`,
  );

/** A log of so many events in a database of its own, in partitions of so many. */
export const makeLog = async (events: number, positions: number): Promise<LogToArchive> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
  const server = await startEmbeddedPostgres(folder);
  const { url: connectionString } = server;
  const pool = createPool({ connectionString, max: 8, applicationName: 'archive-bench' });
  await migrateEventStore(connectionString, { positions });
  await migrateLeases(pool);
  await migrateKeyVault(pool);
  await migrateProjectionRunner(pool);
  await migrateReadModels(connectionString);
  await partition(pool, events, positions);
  await buildLog(pool, events);
  await noteParts(pool);
  const log = { connectionString, directory: join(folder, 'blobs') };
  const eventStore = await connectArchivedLog(log);
  const close = async () => {
    await eventStore.close();
    await pool.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { pool, eventStore, log, close };
};
