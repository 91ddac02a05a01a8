import type { Pool } from 'pg';
import { migrateStatistics } from '#libs/platform/postgres/column-statistics.js';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { keyTables } from '#libs/ports/key-vault/key-statistics.js';

export interface SubjectRow {
  organization_id: string;
  subject: string;
  wrapped: Buffer;
}

/** `lookup` is keyed: without the master key nobody can tell which user a row belongs to. */
export const migrateSubjectKeys = (pool: Pool): Promise<void> =>
  migrateSchema(pool, 'vault', [
    `create table if not exists vault.subject (
      subject text primary key,
      organization_id text not null,
      lookup bytea not null unique,
      wrapped bytea not null,
      created_at timestamptz not null default now()
    )`,
    migrateStatistics('vault.subject', keyTables['vault.subject']),
  ]);

const columns = 'organization_id, subject, wrapped';

export class SubjectTable {
  constructor(private readonly pool: Pool) {}

  async findByLookup(lookup: Buffer): Promise<SubjectRow | undefined> {
    const { rows } = await this.pool.query<SubjectRow>(`select ${columns} from vault.subject where lookup = $1`, [
      lookup,
    ]);
    return rows[0];
  }

  async findByLookups(lookups: readonly Buffer[]): Promise<{ subject: string; lookup: Buffer }[]> {
    const { rows } = await this.pool.query<{ subject: string; lookup: Buffer }>(
      'select subject, lookup from vault.subject where lookup = any($1)',
      [lookups],
    );
    return rows;
  }

  async findMany(subjects: readonly string[]): Promise<SubjectRow[]> {
    const { rows } = await this.pool.query<SubjectRow>(`select ${columns} from vault.subject where subject = any($1)`, [
      subjects,
    ]);
    return rows;
  }

  /** Inserts a row; does nothing where the user has one. */
  async insert(row: SubjectRow, lookup: Buffer): Promise<void> {
    await this.pool.query(
      `insert into vault.subject (organization_id, subject, wrapped, lookup) values ($1, $2, $3, $4)
       on conflict (lookup) do nothing`,
      [row.organization_id, row.subject, row.wrapped, lookup],
    );
  }

  /** Deletes the row; false where there is none. */
  async delete(subject: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('delete from vault.subject where subject = $1', [subject]);
    return rowCount === 1;
  }
}
