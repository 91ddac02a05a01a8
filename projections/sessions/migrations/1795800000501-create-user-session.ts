import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUserSession1795800000501 implements MigrationInterface {
  readonly name = 'CreateUserSession1795800000501';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.user_session (
        id text primary key,
        organization_id text not null,
        account_id text not null,
        token_hash text not null,
        generation integer not null,
        began_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz
      )`);
    await queryRunner.query('create index user_session_end on read_model.user_session (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.user_session');
  }
}
