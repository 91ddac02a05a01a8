import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateApiKeyUse1795100000000 implements MigrationInterface {
  readonly name = 'CreateApiKeyUse1795100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Each row is updated often and no updated column is indexed: room in each page keeps the updates there (HOT).
    await queryRunner.query(`
      create table read_model.api_key_use (
        key_id text primary key,
        last_used_at timestamptz not null
      ) with (fillfactor = 70)`);
    await queryRunner.query(`
      insert into read_model.api_key_use
      select key_id, max(last_at) from read_model.usage where key_id <> '' and last_at is not null group by key_id`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.api_key_use');
  }
}
