import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNamedOwner1795900000300 implements MigrationInterface {
  readonly name = 'CreateNamedOwner1795900000300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.named_owner (
        subject text primary key,
        organization_id text not null,
        sealed_user text not null,
        role text not null,
        created_at timestamptz not null
      )`);
    await queryRunner.query('create index named_owner_of_organization on read_model.named_owner (organization_id)');
    await queryRunner.query('create index user_account_subject on read_model.user_account (organization_id, subject)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.user_account_subject');
    await queryRunner.query('drop table read_model.named_owner');
  }
}
