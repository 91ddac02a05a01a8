import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDocumentTranslation1795000000050 implements MigrationInterface {
  readonly name = 'CreateDocumentTranslation1795000000050';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.document_translation (
        document_id text not null,
        translation_id text not null,
        organization_id text not null,
        sequence integer not null,
        source_language text not null,
        target_language text not null,
        status text not null,
        segments_done integer not null,
        segments_total integer not null,
        requested_at timestamptz not null,
        estimated_completion timestamptz not null,
        completed_at timestamptz,
        expires_at timestamptz,
        failure_code text,
        failure_message text,
        model text,
        blob_id text,
        size_bytes bigint,
        sha256 text,
        primary key (document_id, translation_id)
      ) with (fillfactor = 80)`);
    await queryRunner.query(`
      create index document_translation_processing on read_model.document_translation (requested_at)
       where status = 'processing'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.document_translation');
  }
}
