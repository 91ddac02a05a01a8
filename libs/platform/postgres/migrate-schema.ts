import type { ClientBase, Pool } from 'pg';

/**
 * Creates a schema if it is missing and runs the statements in it, each of which may run again, in one transaction.
 * Processes that begin at the same time take turns: `create … if not exists` alone fails when two run it at once.
 */
export const migrateSchema = async (
  client: ClientBase | Pool,
  schema: string,
  statements: readonly string[],
): Promise<void> => {
  // One simple query is one transaction, so the advisory lock is held until all statements are done.
  await client.query(`
    select pg_advisory_xact_lock(hashtext('transledger ${schema} migration'));
    create schema if not exists ${schema};
    ${statements.join(';\n')};
  `);
};
