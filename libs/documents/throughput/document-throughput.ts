import type { Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { fitWork, type MeasuredWork, type WorkCost } from './work-fit.js';

/** Creates the table of the throughput of documents. May be run again, and by several processes at once. */
export const migrateDocumentThroughput = async (pool: Pool): Promise<void> => {
  await migrateSchema(pool, 'document_work', [
    `create table if not exists document_work.throughput (
      source_language text not null,
      target_language text not null,
      words double precision not null,
      seconds double precision not null,
      primary key (source_language, target_language)
    )`,
    ...['documents', 'inverse_words', 'seconds_per_word'].map(
      (column) =>
        `alter table document_work.throughput add column if not exists ${column} double precision not null default 0`,
    ),
  ]);
};

export interface LanguageDirection {
  source: string;
  target: string;
}

export interface MeasuredThroughput extends LanguageDirection, WorkCost {}

/** Share that what was measured before keeps at each new document: the last ten weigh two thirds. */
const keptShare = 0.9;

interface ThroughputRow extends MeasuredWork, LanguageDirection {}

/** Seconds that a worker takes for a document and for each of its words, by language pair, measured on finished documents. */
export class DocumentThroughput {
  constructor(private readonly pool: Pool) {}

  async record({ source, target }: LanguageDirection, words: number, seconds: number): Promise<void> {
    if (words <= 0 || seconds <= 0) return;
    await this.pool.query(
      `insert into document_work.throughput as known
         (source_language, target_language, words, seconds, documents, inverse_words, seconds_per_word)
       values ($1, $2, $3, $4, 1, $5, $6)
       on conflict (source_language, target_language) do update
         set words = $7 * known.words + excluded.words,
             seconds = $7 * known.seconds + excluded.seconds,
             documents = $7 * known.documents + excluded.documents,
             inverse_words = $7 * known.inverse_words + excluded.inverse_words,
             seconds_per_word = $7 * known.seconds_per_word + excluded.seconds_per_word`,
      [source, target, words, seconds, 1 / words, seconds / words, keptShare],
    );
  }

  async measured(): Promise<MeasuredThroughput[]> {
    const { rows } = await this.pool.query<ThroughputRow>(
      `select source_language as source, target_language as target, words, seconds, documents,
              inverse_words as "inverseWords", seconds_per_word as "secondsPerWord"
         from document_work.throughput
        order by source_language, target_language`,
    );
    return rows.map((row) => ({ source: row.source, target: row.target, ...fitWork(row) }));
  }
}
