import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LinkUserAccount1795800000600 implements MigrationInterface {
  readonly name = 'LinkUserAccount1795800000600';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.user_account add column is_linked boolean not null default false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.user_account drop column is_linked');
  }
}
