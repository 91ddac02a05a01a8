import { Client, type ClientBase } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { migrationsTable, readModelSchema } from './read-model-schema.js';

/** Id of the advisory lock of migrations, the same in every process of every release. */
const migrationLock = 7_204_118_226;

export type Migrations = readonly (new () => MigrationInterface)[];

/** The name under which TypeORM keeps that a migration has run. */
const nameOf = (migration: new () => MigrationInterface): string => new migration().name ?? migration.name;

const haveAllRun = async (client: ClientBase, migrations: Migrations): Promise<boolean> => {
  const table = `${readModelSchema}.${migrationsTable}`;
  const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ]);
  if (found[0]?.exists !== true) return migrations.length === 0;
  const { rows } = await client.query<{ name: string }>(`select name from ${table}`);
  const run = new Set(rows.map(({ name }) => name));
  return migrations.every((migration) => run.has(nameOf(migration)));
};

/**
 * Brings the tables up to date. Several processes may do so at once: one migrates, the others wait for it. TypeORM is loaded
 * only where something is to be done: a service that starts again does without its 0.2 s and 10 MiB.
 * @param connectionString leads to the server itself
 */
export const runMigrations = async (connectionString: string, migrations: Migrations): Promise<void> => {
  const client = new Client({ connectionString, application_name: 'transledger migrations' });
  client.on('error', () => {
    // A broken connection is reported by the query that needs it.
  });
  await client.connect();
  try {
    // The lock is the session's, so it ends with the process that holds it.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create schema if not exists ${readModelSchema}`);
    if (await haveAllRun(client, migrations)) return;
    const { runWithTypeOrm } = await import('./read-models.js');
    await runWithTypeOrm(connectionString, migrations);
  } finally {
    await client.end();
  }
};
