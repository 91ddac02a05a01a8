import { Client } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { appendFunction } from './append-function.js';
import { appendOnlyStatements, guardLog } from './append-only-log.js';
import { partitionPositions, partitionStatements } from './partition-functions.js';
import { partitionOldTable } from './partition-old-table.js';
import { eventsTable, schemaStatements } from './schema.js';

export interface MigrationOptions {
  /** Positions of the partitions made from now on; 10 million when omitted. */
  positions?: number;
}

/**
 * Creates schema `event_store` of the database, or brings it up to date. It may run again and in several processes at
 * once; they take turns.
 */
export const migrateEventStore = async (
  connectionString: string,
  { positions = partitionPositions }: MigrationOptions = {},
): Promise<void> => {
  const client = new Client({ connectionString, application_name: 'transledger migrations' });
  client.on('error', () => undefined); // the query under way rejects
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('transledger event_store partitions'))`);
    await migrateSchema(client, 'event_store', schemaStatements);
    await partitionOldTable(client, positions);
    const statements = [
      eventsTable,
      ...appendOnlyStatements,
      ...partitionStatements(positions),
      appendFunction(positions),
    ];
    await migrateSchema(client, 'event_store', statements);
    await guardLog(client);
  } finally {
    await client.end();
  }
};
