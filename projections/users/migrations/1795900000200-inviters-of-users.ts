import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InvitersOfUsers1795900000200 implements MigrationInterface {
  readonly name = 'InvitersOfUsers1795900000200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.user_account add column inviter_subject text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.user_account drop column inviter_subject');
  }
}
