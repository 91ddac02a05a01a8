import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDocument1795000000040 implements MigrationInterface {
  readonly name = 'CreateDocument1795000000040';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.document (
        id text primary key,
        organization_id text not null,
        subject text not null,
        sealed_name text not null,
        format text not null,
        media_type text not null,
        size_bytes bigint not null,
        sha256 text not null,
        page_count integer not null,
        word_count integer not null,
        character_count bigint not null,
        segment_count integer not null,
        source_language text not null,
        blob_id text not null,
        has_webhook boolean not null,
        created_at timestamptz not null,
        status text not null,
        expires_at timestamptz
      )`);
    await queryRunner.query(
      `create index document_expiry on read_model.document (expires_at) where status = 'kept' and expires_at is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.document');
  }
}
