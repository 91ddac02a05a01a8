import { describe } from 'vitest';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { type CutStore, describeDayStreamWriter } from './day-stream-writer.suite.js';

const onPostgres = async (): Promise<CutStore> => {
  const database = await createTestDatabase();
  await migrateEventStore(database.url);
  const url = new URL(database.url);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const store = await connectPostgresEventStore({ connectionString: url.href });
  return { store, proxy, dispose: () => database.drop() };
};

describe('the writer of high-rate facts on PostgreSQL', () => describeDayStreamWriter(onPostgres));
