import { Client } from 'pg';

const lock = 7_204_118_221;

/**
 * Makes this process the only owner of an embedded database with a lock of its session, which is released with the
 * process that holds it, however that ends. Undefined when another process is the owner.
 */
export const takeServiceLock = async (databaseUrl: string): Promise<Client | undefined> => {
  const client = new Client({ connectionString: databaseUrl, application_name: `transledger service ${process.pid}` });
  client.on('error', () => {
    // The database has stopped, and the roles report it.
  });
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  if (rows[0]?.taken === true) return client;
  await client.end();
  return undefined;
};
