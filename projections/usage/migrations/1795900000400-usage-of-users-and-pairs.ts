import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsageOfUsersAndPairs1795900000400 implements MigrationInterface {
  readonly name = 'UsageOfUsersAndPairs1795900000400';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.usage_of_user (
        organization_id text not null,
        day date not null,
        subject text not null,
        requests bigint not null,
        characters bigint not null,
        primary key (organization_id, day, subject)
      ) with (fillfactor = 70)`);
    await queryRunner.query(`
      create table read_model.usage_of_pair (
        organization_id text not null,
        day date not null,
        source_language text not null,
        target_language text not null,
        requests bigint not null,
        characters bigint not null,
        primary key (organization_id, day, source_language, target_language)
      ) with (fillfactor = 70)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.usage_of_pair');
    await queryRunner.query('drop table read_model.usage_of_user');
  }
}
