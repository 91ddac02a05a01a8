import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsage1795000000030 implements MigrationInterface {
  readonly name = 'CreateUsage1795000000030';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Rows are updated often and none of the updated columns is indexed: room in each page keeps
    // the updates there (HOT), away from the indexes.
    await queryRunner.query(`
      create table read_model.usage (
        organization_id text not null,
        day date not null,
        key_id text not null,
        endpoint text not null,
        requests bigint not null,
        characters bigint not null,
        last_at timestamptz,
        primary key (organization_id, day, key_id, endpoint)
      ) with (fillfactor = 70)`);
    await queryRunner.query('create index usage_of_key on read_model.usage (organization_id, key_id, day)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.usage');
  }
}
