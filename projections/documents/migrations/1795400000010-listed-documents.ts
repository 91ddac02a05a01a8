import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which an organization's documents are listed. */
export class ListedDocuments1795400000010 implements MigrationInterface {
  readonly name = 'ListedDocuments1795400000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'create index document_newest on read_model.document (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.document_newest');
  }
}
