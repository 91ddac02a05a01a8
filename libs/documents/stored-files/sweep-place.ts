import type { Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the table of the places of sweeps. May be run again, and by several processes at once. */
export const migrateSweepPlaces = async (pool: Pool): Promise<void> => {
  await migrateSchema(pool, 'document_work', [
    `create table if not exists document_work.sweep_place (
      sweep text primary key,
      after text not null
    )`,
  ]);
};

/** The place that a sweep over very many things has come to, so that the next run goes on from there. */
export class SweepPlace {
  constructor(
    private readonly pool: Pool,
    private readonly sweep: string,
  ) {}

  /** The thing that the sweep looked at last; undefined when it begins at the start. */
  async read(): Promise<string | undefined> {
    const statement = 'select after from document_work.sweep_place where sweep = $1';
    const { rows } = await this.pool.query<{ after: string }>(statement, [this.sweep]);
    return rows[0]?.after;
  }

  async save(after: string): Promise<void> {
    await this.pool.query(
      `insert into document_work.sweep_place (sweep, after) values ($1, $2)
       on conflict (sweep) do update set after = excluded.after`,
      [this.sweep, after],
    );
  }

  /** The sweep has come to the end: the next one begins at the start. */
  async clear(): Promise<void> {
    await this.pool.query('delete from document_work.sweep_place where sweep = $1', [this.sweep]);
  }
}
