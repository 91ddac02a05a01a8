import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the entries of a glossary are, so that they can be read while the event store is away. */
export class GlossaryBlob1795400000000 implements MigrationInterface {
  readonly name = 'GlossaryBlob1795400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.glossary add column if not exists blob_id text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.glossary drop column blob_id');
  }
}
