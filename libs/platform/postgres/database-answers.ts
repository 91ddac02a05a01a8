import { Client } from 'pg';
import { KeyedSingleFlight } from '#libs/platform/async/single-flight.js';

const limitMs = 3_000;

const ask = async (connectionString: string): Promise<string> => {
  const client = new Client({
    connectionString,
    application_name: 'transledger probe',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    // A server that stands still answers no farewell either.
    void client.end().catch(() => undefined);
  }
};

const asking = new KeyedSingleFlight<string>();

/**
 * Asks the database over a connection of its own, which no pool has a part in; several who ask at once share it. Resolves
 * with the server's version; rejects where it does not answer within three seconds.
 */
export const databaseAnswers = (connectionString: string): Promise<string> =>
  asking.run(connectionString, () => ask(connectionString));
