import { Pool } from 'pg';
import { createPool } from '#libs/platform/postgres/pool.js';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import type { BusProcess } from '../contract/bus.suite.js';
import { messageBusContract } from '../message-bus.contract.js';
import { createEventLogMessageBus } from './event-log-message-bus.js';
import { migrateMessageBus } from './migrate-message-bus.js';

/** Milliseconds after which another process follows a dead one. */
const ttlMs = 2_000;

/** A process behind a proxy of its own, so that it can be cut off from the database. */
const openProcess = async (databaseUrl: string): Promise<BusProcess> => {
  const url = new URL(databaseUrl);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const connectionString = url.href;
  const pool = createPool({ connectionString, max: 6, applicationName: 'message bus under test' });
  const eventStore = await connectPostgresEventStore({ connectionString });
  const leases = createPostgresLeases(pool, { ttlMs });
  const bus = createEventLogMessageBus({ pool, eventStore, leases });
  let killed: Promise<void> | undefined;
  const kill = async () => {
    await proxy.stop();
    await Promise.all([leases.close(), eventStore.close()]);
    await pool.end();
  };
  return {
    bus,
    kill: () => {
      killed ??= kill();
      return killed;
    },
  };
};

messageBusContract('the event log', async () => {
  const database = await createTestDatabase();
  await migrateEventStore(database.url);
  const administrator = new Pool({ connectionString: database.url, max: 1 });
  await Promise.all([migrateMessageBus(administrator), migrateMessageBus(administrator), migrateLeases(administrator)]);
  const eventStore = await connectPostgresEventStore({ connectionString: database.url });
  return {
    eventStore,
    open: () => openProcess(database.url),
    breakConnections: async () => {
      await administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'message bus%' and pid <> pg_backend_pid()`,
      );
    },
    close: async () => {
      await eventStore.close();
      await administrator.end();
      await database.drop();
    },
  };
});
