import type { Pool } from 'pg';
import type { Provenance } from '#libs/domain/provenance.js';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { bindingOf, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import type { Segment } from '#libs/text/segments/segment.js';

export interface TranslatedBatch {
  segments: readonly Segment[];
  /** Places in the batch of the segments whose tags had to be repaired. */
  repaired: readonly number[];
  /** Sum over the translated segments of confidence times length; `weight` is the sum of the lengths. */
  confidenceSum: number;
  weight: number;
  model: string;
  provenance: Provenance;
}

const keyKind = 'document-work';

/**
 * Creates the schema `document_work`: translated segments of documents in work, so that a restarted worker goes on
 * where it stopped. May be run again, and by several processes at once.
 */
export const migrateSegmentBatches = async (pool: Pool): Promise<void> => {
  await migrateSchema(pool, 'document_work', [
    `create table if not exists document_work.segment_batch (
      translation_id text not null,
      number integer not null,
      segments integer not null,
      sealed bytea not null,
      confidence_sum double precision not null,
      weight double precision not null,
      model text not null,
      primary key (translation_id, number)
    )`,
    `alter table document_work.segment_batch add column if not exists repaired integer[] not null default '{}'`,
    // Batches of before do not say what they were made with.
    `alter table document_work.segment_batch add column if not exists provenance jsonb not null default '{}'`,
  ]);
};

interface BatchRow {
  number: number;
  segments: number;
  confidence_sum: number;
  weight: number;
  model: string;
  repaired: number[];
  provenance: Provenance;
}

/** The facts of a finished batch that are known without opening it. */
export type FinishedBatch = Omit<TranslatedBatch, 'segments'> & { count: number };

/** Translated segments, encrypted with a key of the translation's own, which goes with the batches. */
export class SegmentBatches {
  constructor(
    private readonly pool: Pool,
    private readonly keyVault: KeyVault,
  ) {}

  async finished(translationId: string): Promise<Map<number, FinishedBatch>> {
    const { rows } = await this.pool.query<BatchRow>(
      `select number, segments, confidence_sum, weight, model, repaired, provenance
       from document_work.segment_batch where translation_id = $1`,
      [translationId],
    );
    return new Map(
      rows.map(({ number, segments: count, confidence_sum: confidenceSum, weight, model, repaired, provenance }) => [
        number,
        { count, confidenceSum, weight, model, repaired, provenance },
      ]),
    );
  }

  async save(translationId: string, number: number, batch: TranslatedBatch): Promise<void> {
    const key = await this.keyVault.getOrCreate(keyKind, translationId);
    const sealed = seal(key, JSON.stringify(batch.segments), bindingOf(translationId, String(number)));
    await this.pool.query(
      `insert into document_work.segment_batch
         (translation_id, number, segments, sealed, confidence_sum, weight, model, repaired, provenance)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        translationId,
        number,
        batch.segments.length,
        sealed,
        batch.confidenceSum,
        batch.weight,
        batch.model,
        batch.repaired,
        batch.provenance,
      ],
    );
  }

  /** The segments of a finished batch, in order; none for a batch that is not finished. */
  async batch(translationId: string, number: number): Promise<readonly Segment[]> {
    const key = await this.keyVault.getOrCreate(keyKind, translationId);
    return (await this.open(key, translationId, number)) ?? [];
  }

  /** All segments in order, a batch in memory at a time. */
  async *segments(translationId: string): AsyncGenerator<Segment, undefined> {
    const key = await this.keyVault.getOrCreate(keyKind, translationId);
    for (let number = 0; ; number += 1) {
      const opened = await this.open(key, translationId, number);
      if (opened === undefined) return undefined;
      yield* opened;
    }
  }

  async discard(translationId: string): Promise<void> {
    await this.keyVault.destroy(keyKind, translationId);
    await this.pool.query('delete from document_work.segment_batch where translation_id = $1', [translationId]);
  }

  private async open(key: Buffer, translationId: string, number: number): Promise<Segment[] | undefined> {
    const { rows } = await this.pool.query<{ sealed: Buffer }>(
      'select sealed from document_work.segment_batch where translation_id = $1 and number = $2',
      [translationId, number],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    return JSON.parse(unseal(key, row.sealed, bindingOf(translationId, String(number))).toString('utf8'));
  }
}
