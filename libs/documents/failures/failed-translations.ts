import type { Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import type { Cause } from '#libs/platform/telemetry/cause.js';

/** The cause of a failed translation, for operators; the caller has the public code and message from its event. */
export interface FailedTranslation {
  translationId: string;
  documentId: string;
  /** The public error code. */
  code: string;
  cause: Cause;
  attempts: number;
  /** RFC 3339. */
  failedAt: string;
}

const keepDays = 30;
const maxRows = 1_000;

/** Creates the table of failed translations. May be run again, and by several processes at once. */
export const migrateFailedTranslations = async (pool: Pool): Promise<void> => {
  await migrateSchema(pool, 'document_work', [
    `create table if not exists document_work.failed_translation (
      translation_id text primary key,
      document_id text not null,
      code text not null,
      cause jsonb not null,
      attempts integer not null,
      failed_at timestamptz not null default now()
    )`,
  ]);
};

interface FailedRow {
  translation_id: string;
  document_id: string;
  code: string;
  cause: Cause;
  attempts: number;
  failed_at: Date;
}

/** Causes of failed translations, kept for a month: ids, codes and places in the program, no personal data. */
export class FailedTranslations {
  constructor(private readonly pool: Pool) {}

  /** Keeps a cause. May be called again for the same translation. */
  async keep({ translationId, documentId, code, cause, attempts }: Omit<FailedTranslation, 'failedAt'>): Promise<void> {
    await this.pool.query(
      `with gone as (
         delete from document_work.failed_translation where failed_at < now() - make_interval(days => $6)
           and translation_id <> $1
       )
       insert into document_work.failed_translation (translation_id, document_id, code, cause, attempts)
       values ($1, $2, $3, $4, $5)
       on conflict (translation_id) do update set code = excluded.code, cause = excluded.cause,
         attempts = excluded.attempts, failed_at = now()`,
      [translationId, documentId, code, cause, attempts, keepDays],
    );
  }

  /** The latest failures first, 1,000 at most. */
  async latest(): Promise<FailedTranslation[]> {
    const { rows } = await this.pool.query<FailedRow>(
      `select * from document_work.failed_translation order by failed_at desc, translation_id limit ${maxRows}`,
    );
    return rows.map((row) => ({
      translationId: row.translation_id,
      documentId: row.document_id,
      code: row.code,
      cause: row.cause,
      attempts: row.attempts,
      failedAt: row.failed_at.toISOString(),
    }));
  }
}
