import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a document is counted, and where the number of its pages comes from; older documents do not say that. */
export class CountedDocuments1796100000000 implements MigrationInterface {
  readonly name = 'CountedDocuments1796100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table read_model.document
        add column page_count_source text,
        add column is_counted boolean not null default true`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.document drop column page_count_source, drop column is_counted');
  }
}
