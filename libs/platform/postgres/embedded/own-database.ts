import { Client } from 'pg';
import { superuser } from './cluster.js';

const database = 'transledger';

/** URL of the service's own database, or of the named one. */
export const databaseUrl = (port: number, password: string, name = database): string =>
  `postgresql://${superuser}:${password}@127.0.0.1:${port}/${name}`;

/** Creates the service's own database in a server that lacks it. */
export const ensureDatabase = async (port: number, password: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
};
