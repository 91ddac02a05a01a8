import { Client } from 'pg';
import { appendFunction } from './append-function.js';
import { schemaStatements } from './schema.js';

const migrationLock = '7241934112655108';

/**
 * Makes schema `event_store` of the database, or brings it up to date. May run again and in several
 * processes at once; they take turns.
 */
export const migrateEventStore = async (connectionString: string): Promise<void> => {
  const client = new Client({ connectionString, application_name: 'transledger-event-store-migration' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    for (const statement of [...schemaStatements, appendFunction]) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
};
