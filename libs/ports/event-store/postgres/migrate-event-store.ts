import { Client } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { appendFunction } from './append-function.js';
import { schemaStatements } from './schema.js';

/**
 * Creates schema `event_store` of the database, or brings it up to date. It may run again and in several processes at
 * once; they take turns.
 */
export const migrateEventStore = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString, application_name: 'transledger-event-store-migration' });
  await client.connect();
  try {
    await migrateSchema(client, 'event_store', [...schemaStatements, appendFunction]);
  } finally {
    await client.end();
  }
};
